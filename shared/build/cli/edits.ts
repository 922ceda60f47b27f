// Shared by the generators of documents and reports: a change of several files that is made only when
// all of it is known to be possible, and the filling of templates.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const camel = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
export const snake = (name: string): string => name.replaceAll('-', '_');
export const words = (name: string): string => upper(name.replaceAll('-', ' '));

/** Tables that name every page, role and text. */
export const ROUTES = 'shared/src/domain/access/routes.json';
export const PERMISSIONS = 'shared/src/domain/access/permissions.json';
export const FAMILY_TEXTS = 'shared/src/domain/texts/families';

/** Abilities of pages and of roles, as `permissions.json` has them. */
export interface Permissions {
  readonly pages: Record<string, string[]>;
  readonly roles: {
    readonly name: string;
    readonly dataScope: string;
    readonly pages: 'all' | Record<string, string[]>;
  }[];
}

/** Result of a generator: its files, its page, and the decisions that are left to a person. */
export interface Made extends Written {
  readonly path: string;
  readonly open: readonly string[];
}

/** Stops a generator with a sentence that says why. */
export function refuse(condition: boolean, sentence: string): void {
  if (condition) throw new Error(sentence);
}

/** Files that were written, and those that were changed, relative to the root. */
export interface Written {
  readonly written: readonly string[];
  readonly changed: readonly string[];
}

/** A change of several files that is written when all of it is known to be possible. */
export class Edit {
  readonly #root: string;
  readonly #files = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  read(file: string): string {
    return this.#files.get(file) ?? readFileSync(join(this.#root, file), 'utf8');
  }

  json<T>(file: string): T {
    return JSON.parse(this.read(file)) as T;
  }

  write(file: string, content: string): void {
    this.#files.set(file, content);
  }

  /** Puts text after the first place in a file; a file that no longer has it was rewritten by hand. */
  after(file: string, place: string | RegExp, text: string): void {
    const source = this.read(file);
    const found = typeof place === 'string' ? place : (place.exec(source)?.[0] ?? '');
    refuse(
      found === '' || !source.includes(found),
      `${file} has no place for it (looked for ${place}); enter it by hand`,
    );
    this.write(
      file,
      source.replace(found, () => found + text),
    );
  }

  /** Adds an import at the beginning of a module. */
  importing(file: string, statement: string): void {
    this.write(file, `${statement}\n${this.read(file)}`);
  }

  /** Writes all; answers the names of the files that were new and of those that were not. */
  commit(): Written {
    const all = [...this.#files.keys()];
    const isNew = new Map(all.map((file) => [file, !existsSync(join(this.#root, file))]));
    for (const [file, content] of this.#files) {
      mkdirSync(dirname(join(this.#root, file)), { recursive: true });
      writeFileSync(join(this.#root, file), content);
    }
    return {
      written: all.filter((file) => isNew.get(file)),
      changed: all.filter((file) => !isNew.get(file)),
    };
  }
}

export const writeJson = (edit: Edit, file: string, value: object): void =>
  edit.write(file, `${JSON.stringify(value, null, 2)}\n`);

/** Fills the templates in; tokens stand between two pairs of underscores. */
export function writeTemplates(
  edit: Edit,
  kind: 'document' | 'report',
  tokens: Readonly<Record<string, string>>,
): void {
  const folder = join(import.meta.dirname, 'templates', kind);
  const filled = (text: string, where: string): string =>
    text.replace(/__([A-Za-z]+(?:_[A-Za-z]+)*?)__/g, (token, name: string) => {
      const value = tokens[name];
      if (value === undefined) throw new Error(`${where}: nothing is known for ${token}`);
      return value;
    });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.template'),
  );
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8');
    const target = filled(file.replaceAll('\\', '/').replace(/\.template$/, ''), file);
    edit.write(target, filled(source, file));
  }
}
