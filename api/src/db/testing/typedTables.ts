import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What arrives from a column, as far as the driver tells kinds apart; a numeric is a text. */
export type Kind = 'text' | 'number' | 'boolean' | 'date' | 'json' | 'bytes';

/** A column as its type says it. */
export interface TypedColumn {
  readonly kind: Kind;
  readonly isArray: boolean;
  readonly isNullable: boolean;
  /** A row may be written without it. */
  readonly isOptional: boolean;
}

export interface TypedTable {
  /** The file that says it. */
  readonly file: string;
  readonly columns: ReadonlyMap<string, TypedColumn>;
}

interface Declared {
  readonly file: string;
  readonly parents: readonly string[];
  readonly members: ReadonlyMap<string, string>;
}

const FOLDER = join(import.meta.dirname, '../schema');

/** Splits at a separator outside of brackets and quotes. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let part = '';
  for (const [index, letter] of [...text].entries()) {
    if (letter === "'") quoted = !quoted;
    // The arrow of a function type closes nothing.
    const isArrow = letter === '>' && text[index - 1] === '=';
    if (!quoted && '<({['.includes(letter)) depth += 1;
    if (!quoted && !isArrow && '>)}]'.includes(letter)) depth -= 1;
    if (letter === separator && depth === 0 && !quoted) {
      parts.push(part.trim());
      part = '';
    } else part += letter;
  }
  return [...parts, part.trim()].filter((one) => one !== '');
}

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

function membersOf(body: string): Map<string, string> {
  return new Map(
    split(body, ';').map((member) => {
      const at = member.indexOf(':');
      return [
        member.slice(0, at).replace('readonly ', '').replace('?', '').trim(),
        member.slice(at + 1).trim(),
      ];
    }),
  );
}

/** The text between the bracket at `from` and the one that closes it. */
function bodyAt(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1;
    if (source[at] === '}') depth -= 1;
    if (depth === 0) return source.slice(from + 1, at);
  }
  throw new Error('a bracket is not closed');
}

/** `Omit<DocumentColumns, 'documentNo'>` and what stands in its brackets; null of a plain name. */
function callOf(type: string): { name: string; of: string[] } | null {
  const found = /^(\w+)<([\s\S]*)>$/.exec(type.trim());
  return found?.[1] === undefined ? null : { name: found[1], of: split(found[2] ?? '', ',') };
}

class Declarations {
  readonly interfaces = new Map<string, Declared>();
  readonly aliases = new Map<string, { parameters: readonly string[]; body: string }>();

  constructor() {
    for (const file of readdirSync(FOLDER)) {
      const source = withoutComments(readFileSync(join(FOLDER, file), 'utf8'));
      for (const found of source.matchAll(/interface (\w+)(?:\s+extends\s+([^{]+?))?\s*\{/g)) {
        const body = bodyAt(source, (found.index ?? 0) + found[0].length - 1);
        this.interfaces.set(found[1] ?? '', {
          file: `api/src/db/schema/${file}`,
          parents: split(found[2] ?? '', ','),
          members: membersOf(body),
        });
      }
      for (const found of source.matchAll(
        /^(?:export )?type (\w+)(?:<([^=]*(?:= \w+[^=]*)?)>)? =([^=][\s\S]*?);\n/gm,
      )) {
        this.aliases.set(found[1] ?? '', {
          parameters: split(found[2] ?? '', ',').map((one) => one.split(' ')[0] ?? ''),
          body: (found[3] ?? '').trim(),
        });
      }
    }
  }

  /** Columns of an interface with those it extends. */
  columns(type: string): Map<string, string> {
    const call = callOf(type);
    const keys = () => split(call?.of[1] ?? '', '|').map((key) => key.replaceAll("'", ''));
    if (call?.name === 'Omit') {
      const all = this.columns(call.of[0] ?? '');
      for (const key of keys()) all.delete(key);
      return all;
    }
    if (call?.name === 'Pick') {
      const all = this.columns(call.of[0] ?? '');
      return new Map(keys().map((key) => [key, all.get(key) ?? 'never']));
    }
    const parts = split(type, '&');
    if (parts.length > 1) return new Map(parts.flatMap((part) => [...this.columns(part)]));
    if (type.startsWith('{')) return membersOf(type.slice(1, -1));
    const alias = this.aliases.get(type);
    if (alias !== undefined) return this.columns(alias.body);
    const declared = this.interfaces.get(type);
    if (declared === undefined) throw new Error(`the schema has no interface ${type}`);
    return new Map([
      ...declared.parents.flatMap((parent) => [...this.columns(parent)]),
      ...declared.members,
    ]);
  }

  column(type: string): TypedColumn {
    const text = type.replace(/^\|/, '').trim();
    const alternatives = split(text, '|');
    if (alternatives.length > 1) {
      const rest = alternatives.filter((one) => one !== 'null');
      // Literals and names of the domain are of one kind.
      const column = this.column(rest[0] ?? '');
      const isNullable = rest.length < alternatives.length;
      return {
        ...column,
        isNullable: column.isNullable || isNullable,
        isOptional: column.isOptional || isNullable,
      };
    }
    const plain = (kind: Kind): TypedColumn => ({
      kind,
      isArray: false,
      isNullable: false,
      isOptional: false,
    });
    if (text.endsWith('[]')) {
      const element = text
        .slice(0, -2)
        .replace(/^readonly /, '')
        .replace(/^\(([\s\S]*)\)$/, '$1');
      return { ...this.column(element), isArray: true };
    }
    const call = callOf(text);
    const first = call?.of[0] ?? '';
    switch (call?.name ?? text) {
      case 'WithDefault':
      case 'Generated':
      case 'GeneratedAlways':
        return { ...this.column(first), isOptional: true };
      case 'DefaultNull':
        return { ...this.column(first), isNullable: true, isOptional: true };
      case 'ColumnType':
        return {
          ...this.column(first),
          isOptional: /\bundefined\b/.test(call?.of[1] ?? '') || this.column(first).isNullable,
        };
      case 'JsonOrNull':
        return { ...plain('json'), isNullable: true, isOptional: true };
      case 'Json':
        return plain('json');
      case 'DefaultJson':
        return { ...plain('json'), isOptional: true };
      case 'DefaultNumeric':
        return { ...plain('text'), isOptional: true };
      case 'Timestamp':
      case 'Date':
        return plain('date');
      case 'Buffer':
      case 'Uint8Array':
        return plain('bytes');
      case '1':
      case '-1':
      case 'number':
        return plain('number');
      case 'boolean':
      case 'true':
      case 'false':
        return plain('boolean');
    }
    const alias = this.aliases.get(call?.name ?? text);
    // A name of the domain is a set of words.
    if (alias === undefined) return plain('text');
    const given = alias.parameters.reduce(
      (body, parameter, index) =>
        body.replace(new RegExp(`\\b${parameter}\\b`, 'g'), call?.of[index] ?? 'unknown'),
      alias.body,
    );
    return this.column(given);
  }
}

/** Every table of the database's types, by the camelCase of its name. */
export function typedTables(): ReadonlyMap<string, TypedTable> {
  const declarations = new Declarations();
  const composed = withoutComments(readFileSync(join(FOLDER, '../schema.ts'), 'utf8'));
  const parents = /interface Database\s+extends\s+([^{]+?)\s*\{/.exec(composed)?.[1] ?? '';
  return new Map(
    split(parents, ',').flatMap((area) => {
      const { file } = declarations.interfaces.get(area) ?? { file: area };
      return [...declarations.columns(area)].map(([table, type]): [string, TypedTable] => [
        table,
        {
          file: declarations.interfaces.get(type)?.file ?? file,
          columns: new Map(
            [...declarations.columns(type)].map(([column, text]) => [
              column,
              declarations.column(text),
            ]),
          ),
        },
      ]);
    }),
  );
}
