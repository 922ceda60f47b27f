import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Money never passes through a float (domain-conventions "Money and quantities"). It is a string to
 * the compiler, which refuses `-`, `*` and `/` on it; what it lets pass is a conversion to a number
 * first, and `+`, which joins texts. Those are looked for by name: every column of the database that
 * holds money, and every name that ends like one.
 */
const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = join(ROOT, 'api/src/db/migrations');
const SOURCES = ['api/src', 'shared/src', 'host/src', ...remotes()].map((dir) => join(ROOT, dir));

function remotes(): string[] {
  return readdirSync(ROOT)
    .filter((name) => name.startsWith('remote-'))
    .map((name) => `${name}/src`);
}

/** Names that hold counts and other figures as often as money. */
const AMBIGUOUS = new Set(['value', 'total', 'net', 'closing', 'outputValue', 'inputValue']);

/** `numeric(15, 2)` and `(15, 4)` are amounts and prices; quantities have three places. */
function moneyColumns(): Set<string> {
  const names = new Set<string>();
  for (const file of readdirSync(MIGRATIONS)) {
    const text = readFileSync(join(MIGRATIONS, file), 'utf8');
    for (const [, column = ''] of text.matchAll(/(\w+) numeric\(1[57], [24]\)/g)) {
      names.add(column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
    }
  }
  return names;
}

const COLUMNS = moneyColumns();
const ENDS_LIKE_MONEY =
  /(?:amount|price|cost|fee|balance|subTotal|grandTotal|[a-z](?:Total|Paid|Owed))$/i;
const isMoneyName = (name: string): boolean =>
  !AMBIGUOUS.has(name) && (COLUMNS.has(name) || ENDS_LIKE_MONEY.test(name));

/** What an expression is called: `row.amount`, `rows[0]?.amount ?? '0'`, `amount as string`. */
function nameOf(node: ts.Expression): string | null {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return node.argumentExpression.text;
  }
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node)
  ) {
    return nameOf(node.expression);
  }
  if (
    ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken].includes(
      node.operatorToken.kind,
    )
  ) {
    return nameOf(node.left);
  }
  return null;
}

const isMoney = (node: ts.Expression): boolean => {
  const name = nameOf(node);
  return name !== null && isMoneyName(name);
};

const CONVERTING = new Set(['Number', 'parseFloat', 'parseInt']);
const MATHS = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.AsteriskEqualsToken,
  ts.SyntaxKind.SlashEqualsToken,
]);
const ADDING = new Set<ts.SyntaxKind>([ts.SyntaxKind.PlusToken, ts.SyntaxKind.PlusEqualsToken]);

/** `Number(x)`, `Number.parseFloat(x)`, `window.parseFloat(x)`, `Math.round(x)`. */
function convertsMoney(node: ts.CallExpression): boolean {
  const { expression } = node;
  const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const isMath =
    ts.isPropertyAccessExpression(expression) && expression.expression.getText() === 'Math';
  const converts = ts.isIdentifier(called) && CONVERTING.has(called.text);
  return (isMath || converts) && node.arguments.some(isMoney);
}

function isFault(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return convertsMoney(node);
  if (ts.isPrefixUnaryExpression(node)) {
    const { operator, operand } = node;
    const isSign = operator === ts.SyntaxKind.PlusToken || operator === ts.SyntaxKind.MinusToken;
    return isSign && isMoney(operand);
  }
  if (!ts.isBinaryExpression(node)) return false;
  const { left, right, operatorToken } = node;
  if (MATHS.has(operatorToken.kind)) return isMoney(left) || isMoney(right);
  return ADDING.has(operatorToken.kind) && isMoney(left) && isMoney(right);
}

/** Where a source makes a float of money, as `line: text`. */
function moneyFaults(fileName: string, text: string): string[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isFault(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      faults.push(`${line + 1}: ${node.getText().slice(0, 80)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

it.each([
  'const a = Number(invoice.amount);',
  'const a = Number(row.balance ?? 0) > 0;',
  "const a = parseFloat(rows[0]?.grandTotal ?? '0');",
  'const a = Number.parseFloat(item["unitPrice"]);',
  'const a = +unitCost;',
  'const a = -(amount as number);',
  'const a = quantity * line.unitPrice;',
  'const a = left.paidAmount + right.paidAmount;',
  'let sum = 0; sum -= one.vatAmount;',
  'const a = Math.round(listPrice);',
  'const a = <b>{Number(doc.lineTotal)}</b>;',
])('finds %s', (text) => {
  expect(moneyFaults('one.tsx', text)).toHaveLength(1);
});

it.each([
  'const a = decimal.add(invoice.amount, other.amount);',
  'const a = Number(row.quantity);',
  "const a = 'Total: ' + amount;",
  'const a = decimal.compare(balance, 0) > 0;',
  'const a = rows.total + 1;',
  'const a = Number(count);',
  'const a = total - 1;',
])('lets %s pass', (text) => {
  expect(moneyFaults('one.ts', text)).toEqual([]);
});

it('knows the columns of the database that hold money', () => {
  for (const name of ['amount', 'grandTotal', 'unitPrice', 'balance', 'paidAmount', 'baseAmount']) {
    expect([name, isMoneyName(name)]).toEqual([name, true]);
  }
});

/** Tests, measurements and the demonstration make figures up; none of them is anybody's money. */
const MADE_UP = /(^|\/)(testing|bench|demo)\/|\.test(-d)?\.tsx?$/;

const sourcesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !MADE_UP.test(relative(ROOT, file)));

it('no source makes a float of money', () => {
  const files = SOURCES.flatMap(sourcesIn);
  expect(files.length).toBeGreaterThan(500);
  const faults = files.flatMap((file) =>
    moneyFaults(file, readFileSync(file, 'utf8')).map(
      (fault) => `${relative(ROOT, file)}:${fault}`,
    ),
  );
  expect(faults).toEqual([]);
});
