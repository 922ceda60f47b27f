/** Name under which the document of the shell is kept, whatever address it came for. */
export const SHELL_DOCUMENT = '/';
/** Files of the shell's build that the day may need, as the build has written them down. */
export const SHELL_FILES = '/files.json';
const REGISTRY = '/remotes.json';

/** A file whose name tells one build from another: it never changes. */
export const isHashed = (path: string): boolean => /[.-][0-9a-f]{10,}\.\w+$/.test(path);

/** Whether a path is an index of releases: the registry of remotes, or the manifest of one. */
export const isReleaseIndex = (path: string): boolean =>
  path === REGISTRY || path === SHELL_FILES || /^\/remotes\/.+\.json$/.test(path);

type ReadJson = (path: string) => Promise<unknown>;

interface Named {
  readonly sync?: readonly string[];
  readonly async?: readonly string[];
}

interface Manifest {
  readonly metaData: { readonly remoteEntry: { readonly path: string; readonly name: string } };
  readonly exposes: readonly { readonly assets: { readonly js?: Named; readonly css?: Named } }[];
}

/** Files of this origin that a document names. */
export const namedFiles = (document: string): string[] => [
  ...new Set(
    Array.from(
      document.matchAll(/\/(?:assets|entry|remotes)\/[\w./-]+[.-][0-9a-f]{10,}\.\w+/g),
      ([file]) => file,
    ),
  ),
];

/** Folder of the release whose manifest stands at this address. */
const folderOf = (entry: string): string => entry.slice(0, entry.lastIndexOf('/') + 1);

/** All files of a release by its manifest: each of its pages may be opened without a network. */
function releaseFiles(entry: string, { metaData, exposes }: Manifest): string[] {
  const { path, name } = metaData.remoteEntry;
  const names = exposes.flatMap(({ assets: { js, css } }) =>
    [js?.sync, js?.async, css?.sync, css?.async].flatMap((list) => list ?? []),
  );
  return [path + name, ...names].map((file) => folderOf(entry) + file);
}

export interface Needed {
  /** Files whose names tell their build. */
  readonly files: ReadonlySet<string>;
  /** The indexes themselves: they are kept as well, since the shell asks for them. */
  readonly indexes: ReadonlySet<string>;
}

/**
 * Everything that a technician's day needs of what is live now: the shell, what the `document` of the
 * day's page names, and the release of the remote `name`. What no release names is not among it.
 */
export async function findNeeded(
  document: string,
  name: string,
  readJson: ReadJson,
): Promise<Needed> {
  const indexes = new Set<string>([REGISTRY, SHELL_FILES]);
  const registry = (await readJson(REGISTRY)) as Readonly<
    Record<string, { readonly entry: string; readonly contributions: string }>
  >;
  const files = new Set([...namedFiles(document), ...((await readJson(SHELL_FILES)) as string[])]);
  for (const [remote, { entry, contributions }] of Object.entries(registry)) {
    // One remote that is out of reach costs its own pages only.
    if (await readJson(contributions).catch(() => null)) indexes.add(contributions);
    if (remote !== name) continue;
    indexes.add(entry);
    for (const file of releaseFiles(entry, (await readJson(entry)) as Manifest)) files.add(file);
  }
  return { files, indexes };
}
