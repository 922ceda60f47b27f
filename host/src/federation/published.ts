/** Where a remote's files are and what they must be, as its row of the registry says. */
export interface Published {
  readonly entry: string;
  /** Hashes by path from the entry's folder; without it nothing is checked. */
  readonly integrity?: Readonly<Record<string, string>> | undefined;
}

/** No file has this hash: in a row with hashes, what has none was not published. */
const NO_FILE = `sha384-${'A'.repeat(64)}`;

/** Address of the folder that a remote's files are in. */
export const folderOf = (entry: string): string => new URL('.', new URL(entry, location.href)).href;

/** The hash that a file must have (subresource integrity), where the registry knows hashes. */
export function integrityOf(published: Published, url: string): string | undefined {
  if (published.integrity === undefined) return undefined;
  const path = new URL(url, location.href).href.slice(folderOf(published.entry).length);
  return published.integrity[path] ?? NO_FILE;
}

/**
 * Whether a file that the browser has refused is there, but is another than was published: a browser
 * does not tell a wrong hash from a broken line.
 */
export async function isAltered(url: string, integrity: string | undefined): Promise<boolean> {
  if (integrity === undefined) return false;
  const comes = (init: RequestInit) =>
    fetch(url, { cache: 'no-cache', ...init }).then(
      (answer) => answer.ok,
      () => false,
    );
  return !(await comes({ integrity })) && (await comes({}));
}
