import { contract, type Endpoint } from '@boxyard/shared/contract';
import type { Person } from './createTestApp.ts';

/** Values that stand for the parameters of a call: of one family, or of all of them. */
export interface Known {
  /** By `<call>` (`parts.places`): its query, without the question mark. Several: one call each. */
  readonly queries: Readonly<Record<string, readonly string[]>>;
  /** By `<family>.<parameter>` or `<parameter>`: values besides those that the lists name. */
  readonly params: Readonly<Record<string, readonly string[]>>;
  /** Lists are exported as the first of their queries asks for them alone; of all of them unless said. */
  readonly isExportedOnce?: true;
  /** Calls that are asked; all unless said. */
  readonly only?: (call: string) => boolean;
}

export interface Told {
  /** `parts.get`, with the format of an export. */
  readonly call: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly raw: Buffer;
}

type Row = readonly [name: string, endpoint: Endpoint];
const reads = (Object.entries(contract) as Row[]).filter(
  ([, { method, kind }]) => method === 'GET' && kind !== 'stream',
);
const familyOf = (name: string): string => name.slice(0, name.indexOf('.'));
const paramsOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);

/** As many records of each family as are opened one by one. */
const MOST = 30;

/** Ids of what each list names, by family, as this person sees them. */
async function listed(by: Person): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const [name, endpoint] of reads) {
    if (endpoint.kind !== 'list' || paramsOf(endpoint.path).length > 0) continue;
    const { status, body } = await by.get(`${endpoint.path}?limit=${MOST}`);
    if (status !== 200) continue;
    const ids = (body.data as { id?: unknown }[]).flatMap(({ id }) =>
      typeof id === 'string' ? [id] : [],
    );
    const family = familyOf(name);
    found.set(family, [...new Set([...(found.get(family) ?? []), ...ids])].slice(0, MOST));
  }
  return found;
}

/** Every path that is made of the values known of its parameters. */
function pathsOf(
  [name, { path }]: Row,
  { params, ids }: { params: Known['params']; ids: ReadonlyMap<string, readonly string[]> },
): string[] {
  const family = familyOf(name);
  const valuesOf = (param: string): readonly string[] =>
    params[`${name}.${param}`] ??
    params[`${family}.${param}`] ??
    params[param] ??
    (param === 'id' ? (ids.get(family) ?? []) : (ids.get(`${param.replace(/Id$/, '')}s`) ?? []));
  return paramsOf(path).reduce<string[]>(
    (paths, param) =>
      paths.flatMap((one) =>
        valuesOf(param).map((value) => one.replace(`:${param}`, encodeURIComponent(value))),
      ),
    [path],
  );
}

/**
 * Everything that somebody can read: every GET of the contract, with the records that `guide` sees in
 * its paths, and every list as an export, too.
 */
export async function everythingTold(
  person: Person,
  { guide, queries, params, only, isExportedOnce }: Known & { readonly guide: Person },
): Promise<Told[]> {
  const ids = await listed(guide);
  const told: Told[] = [];
  for (const row of reads) {
    const [name, endpoint] = row;
    if (only?.(name) === false) continue;
    const asked = queries[name] ?? [''];
    const more =
      endpoint.kind === 'list'
        ? [
            ...asked.map((query) => `${query}&limit=100`),
            ...(isExportedOnce ? asked.slice(0, 1) : asked).map((query) => `${query}&format=csv`),
          ]
        : asked;
    for (const path of pathsOf(row, { params, ids })) {
      for (const query of more) {
        const answer = await person.get(`${path}?${query.replace(/^&/, '')}`);
        told.push({
          call: name,
          path: `${path}?${query}`,
          status: answer.status,
          type: String(answer.headers['content-type'] ?? ''),
          raw: answer.raw,
        });
      }
    }
  }
  return told;
}

/** Ids, numbers and words that tell of a record, by what each of them is. */
export type Marks = ReadonlyMap<string, string>;

/**
 * Calls that told somebody of a record, unless the answer only says what was asked for. A PDF or a file
 * says nothing that could be searched: that it came is enough.
 */
export const leaksIn = (
  told: readonly Told[],
  marks: Marks,
  isTold: (call: string, what: string) => boolean = () => false,
): string[] =>
  told.flatMap(({ call, path, raw, status }) => {
    const text = raw.toString('utf8');
    const [opened = ''] = path.split('?');
    const named = [...marks].find(([what, mark]) => opened.includes(mark) && !isTold(call, what));
    if (status === 200 && named) return [`${call} ${opened} (200) opens a record`];
    return [...marks].flatMap(([what, mark]) =>
      text.includes(mark) && !isTold(call, what)
        ? [`${call} ${path} (${status}) tells of ${what}`]
        : [],
    );
  });

/** The calls of these findings. */
export const callsOf = (found: readonly string[]): string[] => [
  ...new Set(found.map((line) => line.split(' ')[0] ?? '')),
];
