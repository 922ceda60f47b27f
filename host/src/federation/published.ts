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

const manifests = new Map<string, unknown>();

/** Manifests that came with the document: the server has compared them with what was published. */
export function offerManifests(given: Readonly<Record<string, unknown>>): void {
  for (const [address, manifest] of Object.entries(given)) {
    manifests.set(new URL(address, location.href).href, manifest);
  }
}

/** The manifest of an address that came with the document, once: whoever asks again asks the remote. */
export function takeManifest(address: string): unknown {
  const manifest = manifests.get(address);
  manifests.delete(address);
  return manifest;
}
