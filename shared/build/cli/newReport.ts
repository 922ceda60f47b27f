// `npm run new:report` writes a report of a family's documents from the files of templates/report, and
// its entries in the files that name every report (ADR 0097). Kept apart from the command so that a
// test can let it write elsewhere and run what it wrote.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteDef } from '../../src/domain/access/pages.ts';
import { DOCUMENT_FAMILIES, type FamilyDeclaration } from '../../src/domain/documents/families.ts';
import { voidStatuses } from '../../src/domain/machine/machine.ts';
import {
  camel,
  Edit,
  FAMILY_TEXTS,
  lower,
  type Made,
  PERMISSIONS,
  type Permissions,
  ROUTES,
  refuse,
  snake,
  words,
  writeJson,
  writeTemplates,
} from './edits.ts';

export interface NewReport {
  readonly root: string;
  /** Family of documents that it tells of, by its name in the contract: `audits`. */
  readonly family: string | undefined;
  /** `stock-count`; its page, its abilities and its files are called `stock-count-report`. */
  readonly name: string | undefined;
  /** Title in Thai, for a page that the table of routes does not name. */
  readonly thai?: string | undefined;
  /** The same in English; from the name unless said. */
  readonly title?: string | undefined;
}

const FAMILIES = 'shared/src/domain/documents/families.ts';
const SCHEMA = 'api/src/db/schema';
const AREA = 'shared/src/contract/areas/reports.ts';
const SERVER = 'api/src/modules/reports/index.ts';
const TEXTS = 'remote-reports/src/i18n';
const REMOTE = 'remote-reports';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const THAI = /[\u0e00-\u0e7f]/;
const LANGUAGES = ['en', 'th'] as const;

/** Links that a document may have, by column of its table, in the order in which they are shown. */
const LINKS: readonly (readonly [column: string, kind: string])[] = [
  ['customer', 'customer'],
  ['supplier', 'supplier'],
  ['warehouse', 'warehouse'],
  ['sale', 'user'],
];

interface Names {
  readonly slug: string;
  /** Variable, files and key in the contract: `stockCount`. */
  readonly one: string;
  readonly title: string;
  readonly thai: string;
  readonly family: string;
  readonly of: FamilyDeclaration;
}

function namesOf(root: string, options: NewReport, route: RouteDef | undefined): Names {
  const { family = '', name = '', title } = options;
  const families: Readonly<Record<string, FamilyDeclaration>> = DOCUMENT_FAMILIES;
  const of = families[family];
  if (of === undefined)
    throw new Error(
      `"${family}" is no family of documents; there are ${Object.keys(families).join(', ')}`,
    );
  refuse(!NAME.test(name), `"${name}" is no name: use small letters, digits and hyphens`);
  const bare = name.replace(/-report$/, '');
  const one = camel(bare);
  refuse(
    existsSync(join(root, 'shared/src/contract/reports', `${one}.ts`)),
    `There is a report "${one}" already`,
  );
  const thai = options.thai ?? route?.titleTh;
  if (thai === undefined || !THAI.test(thai))
    throw new Error(`"${name}" has no title in Thai: add --thai "…"`);
  return {
    slug: `${bare}-report`,
    one,
    title: title ?? route?.title ?? `${words(bare)} report`,
    thai,
    family,
    of,
  };
}

/** Columns of a table by the interface of its schema, with those of the interfaces that it extends. */
function columnsOf(root: string, table: string): ReadonlySet<string> {
  const source = readdirSync(join(root, SCHEMA))
    .map((file) => readFileSync(join(root, SCHEMA, file), 'utf8'))
    .join('\n');
  const ofInterface = (name: string): string[] => {
    const [, parents = '', body = ''] =
      new RegExp(`^(?:export )?interface ${name}\\b([^{]*)\\{([\\s\\S]*?)^\\}`, 'm').exec(source) ??
      [];
    const own = [...body.matchAll(/^ {2}(\w+)\??: /gm)].map(([, key = '']) => key);
    const extended = [...parents.matchAll(/\b([A-Z]\w+)\b/g)].map(([, parent = '']) => parent);
    return [...own, ...extended.filter((parent) => parent !== 'Omit').flatMap(ofInterface)];
  };
  const name = new RegExp(`^ {2}${table}: (\\w+);`, 'm').exec(source)?.[1];
  // `Omit` takes away what the interface says itself in another way, which is a column all the same.
  return new Set(name === undefined ? [] : ofInterface(name));
}

/** The page's route: that of the table, or a new one. */
function enterRoute(edit: Edit, { slug, title, thai }: Names, route: RouteDef | undefined): string {
  if (route) return route.path;
  const table = edit.json<{ routes: RouteDef[] }>(ROUTES);
  const path = `/report-management/${slug}`;
  const added: RouteDef = {
    path,
    name: slug,
    remote: REMOTE,
    title,
    titleTh: thai,
    access: 'admin',
    ability: 'view',
    page: slug,
    skipAbility: false,
    added: true,
  };
  writeJson(edit, ROUTES, { ...table, routes: [...table.routes, added] });
  return path;
}

/**
 * Lets those see the report who see the page of its documents; those who approve there take it away, and
 * so does the auditor. A database that exists gets both with the menu, from the seed.
 */
function enterAbilities(edit: Edit, { slug, of }: Names): readonly string[] {
  const table = edit.json<Permissions>(PERMISSIONS);
  if (table.pages[slug] !== undefined) return [];
  const { routes } = edit.json<{ routes: RouteDef[] }>(ROUTES);
  const page = routes.find(({ name }) => name === (of.opens ?? of.within?.page))?.page ?? '';
  table.pages[slug] = ['export'];
  const given: string[] = [];
  for (const { name, pages } of table.roles) {
    if (pages === 'all' || pages[page] === undefined) continue;
    const isTaken = name === 'auditor' || pages[page].includes('approve');
    pages[slug] = isTaken ? ['export'] : [];
    given.push(isTaken ? `${name} (with export)` : name);
  }
  writeJson(edit, PERMISSIONS, table);
  return given;
}

interface Parts {
  /** Linked records. */
  readonly links: readonly (readonly [column: string, kind: string])[];
  readonly hasTotal: boolean;
  readonly hasSearch: boolean;
}

const lines = (...of: readonly string[]): string => of.map((line) => `${line}\n`).join('');

function tokensOf(edit: Edit, names: Names, { links, hasTotal, hasSearch }: Parts) {
  const { slug, one, title, family, of } = names;
  const source = edit.read(FAMILIES);
  // The constant of the family's machine, and the file that exports it.
  const machine =
    new RegExp(`^ {2}${family}: \\{\\s+machine: (\\w+),`, 'm').exec(source)?.[1] ?? '';
  const machineFile =
    new RegExp(`import \\{[^}]*\\b${machine}\\b[^}]*\\} from '\\.\\./([^']+)'`).exec(source)?.[1] ??
    '';
  refuse(machineFile === '', `${FAMILIES} does not say where the machine of "${family}" stands`);
  const left = voidStatuses(of.machine);
  const page = of.opens ?? of.within?.page;
  const beside = of.within ? `, beside: ${JSON.stringify(of.within.query)}` : '';
  return {
    slug,
    one,
    title: lower(title),
    family,
    document: of.machine.id,
    label: lower(of.label.en),
    Plural: `${of.label.en}s`,
    machine,
    machineFile,
    table: of.table,
    sqlTable: snakeOf(of.table),
    columns: lines(
      ...links.map(([name, kind]) =>
        kind === 'user'
          ? `    ${name}: column.ref('user'),`
          : `    ${name}: column.ref('${kind}', { show: 'name' }),`,
      ),
      ...(hasTotal ? ['    grand: column.money(),'] : []),
    ),
    linked: links.map(([name]) => `'${name}', `).join(''),
    measures: hasTotal ? lines("    grand: { kind: 'money' },") : '',
    opens:
      page === undefined
        ? ''
        : lines(`  opens: { column: '${of.machine.id}', page: '${page}'${beside} },`),
    imports: lines(
      ...(left.length > 0
        ? [
            "import { voidStatuses } from '@boxyard/shared/domain';",
            `import { ${machine} } from '@boxyard/shared/domain/${machineFile}';`,
          ]
        : []),
      ...(hasTotal ? ["import { sql } from 'kysely';"] : []),
    ),
    aggregates: hasTotal ? 'count, sum' : 'count',
    statuses:
      left.length > 0
        ? lines(`  statuses: { column: 'd.status', onAsking: voidStatuses(${machine}) },`)
        : '',
    reads: lines(
      ...links.map(([name]) => `    ${name}: 'd.${name}_id',`),
      ...(hasTotal ? ["    grand: 'd.grand_total',"] : []),
    ),
    sums: hasTotal ? lines('    grand: sum(sql`d.grand_total`),') : '',
    search: hasSearch ? lines("  search: 'd.search_text',") : '',
    counted:
      left.length > 0 ? `status not in (${left.map((one) => `'${one}'`).join(', ')})` : 'true',
    truths: hasTotal ? lines("  grand: 'sum(grand_total)',") : '',
  };
}

/** `partSales` → `part_sales`. */
const snakeOf = (table: string): string =>
  snake(table.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** Words of the report, and where its page finds them. */
function enterWords(edit: Edit, { one, title, thai, of }: Names): void {
  const key = `${one}Report`;
  const { en, th } = of.label;
  const own = {
    en: {
      title,
      one: lower(en),
      empty: 'Nothing in this period.',
      field: { [of.machine.id]: en, documents: 'Documents' },
      chart: { byMonth: 'Documents by month' },
    },
    th: {
      title: thai,
      one: th,
      empty: 'ไม่มีรายการในช่วงเวลานี้',
      field: { [of.machine.id]: th, documents: 'จำนวนเอกสาร' },
      chart: { byMonth: 'จำนวนเอกสารตามเดือน' },
    },
  };
  const named = Object.fromEntries(Object.keys(own.en).map((part) => [part, `=${key}.${part}`]));
  for (const language of LANGUAGES) {
    writeJson(edit, `${FAMILY_TEXTS}/${key}.${language}.json`, own[language]);
    const bundle = `${TEXTS}/${language}.json`;
    writeJson(edit, bundle, { ...edit.json<object>(bundle), [key]: named });
  }
}

interface KitTexts {
  readonly status: Readonly<Record<string, string>>;
}

/** Statuses that neither the kit nor this remote says yet. */
function enterStatuses(edit: Edit, { family, of }: Names): void {
  const { id } = of.machine;
  const own = edit.json<{ readonly status?: object }>(`${FAMILY_TEXTS}/${family}.en.json`);
  const isKits = id in edit.json<KitTexts>('shared/src/kit/i18n/en.json').status;
  if (own.status === undefined || isKits) return;
  for (const language of LANGUAGES) {
    const file = `${TEXTS}/kit.${language}.json`;
    const kit = edit.json<KitTexts>(file);
    if (id in kit.status) continue;
    writeJson(edit, file, { ...kit, status: { ...kit.status, [id]: `=${family}.status` } });
  }
}

/**
 * A report of a family's documents, whole: declaration, query, words, abilities, a test that reconciles
 * it. It begins with one row for each document; whoever needs lines or further figures goes on from there
 * (docs/add-a-report.md).
 */
export function newReport(options: NewReport): Made {
  const { root } = options;
  const edit = new Edit(root);
  const slug = `${(options.name ?? '').replace(/-report$/, '')}-report`;
  const route = edit.json<{ routes: RouteDef[] }>(ROUTES).routes.find(({ name }) => name === slug);
  refuse(
    route !== undefined && route.remote !== REMOTE,
    `The page "${slug}" belongs to ${route?.remote}`,
  );
  const names = namesOf(root, options, route);
  const { one, family, of } = names;
  const columns = columnsOf(root, of.table);
  refuse(
    !['documentNo', 'documentDate', 'status', 'createdBy'].every((name) => columns.has(name)),
    `Documents of "${family}" have no number, date, status and creator of their own: copy claim-report`,
  );
  refuse(
    !existsSync(join(root, FAMILY_TEXTS, `${family}.en.json`)),
    `There are no words for "${family}" in ${FAMILY_TEXTS}`,
  );
  const parts = {
    links: LINKS.filter(([name]) => columns.has(`${name}Id`)),
    hasTotal: columns.has('grandTotal'),
    hasSearch: columns.has('searchText'),
  };
  writeTemplates(edit, 'report', tokensOf(edit, names, parts));
  edit.importing(AREA, `import { ${one} } from '../reports/${one}.ts';`);
  edit.after(AREA, /^export const reportsArea = \{/m, `\n  'reports.${one}': ${one},`);
  edit.importing(SERVER, `import { ${one}Report } from './${one}.ts';`);
  edit.after(
    SERVER,
    /^const reportHandlers: [^=]+= \{/m,
    `\n  'reports.${one}': ${one}Report.run,`,
  );
  const path = enterRoute(edit, names, route);
  const given = enterAbilities(edit, names);
  enterWords(edit, names);
  enterStatuses(edit, names);
  return {
    ...edit.commit(),
    path,
    open: [
      ...(given.length === 0
        ? []
        : [`Look at who may see it (${PERMISSIONS}): ${given.join(', ')}.`]),
      `Read the Thai words in ${FAMILY_TEXTS}/${one}Report.th.json.`,
      `Add columns and measures, and each measure to api/src/modules/reports/${one}.test.ts.`,
    ],
  };
}
