/**
 * Versions of a contract (domain-containers 2.5, docs/adr/0028): a full snapshot each, and what
 * differs from the one before. Applying the difference to the snapshot before gives the next one.
 */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

export interface VersionChange {
  /** `paymentPlan.installmentCount`, `schedule[3].total`. */
  readonly path: string;
  /** Absent: it was not there. */
  readonly from?: Json;
  /** Absent: it is there no more. */
  readonly to?: Json;
}

export const CHANGE_TYPES = [
  'initial',
  'amendment',
  'saleChange',
  'customerChange',
  'priceChange',
  'scheduleChange',
  'productSwap',
  'renewal',
] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

type Objects = { readonly [key: string]: Json };
const isObject = (value: Json): value is Objects =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Its values by their paths; an empty list or object is a value. */
function leavesOf(value: Json, path = '', into = new Map<string, Json>()): Map<string, Json> {
  if (isList(value) && value.length > 0) {
    for (const [index, item] of value.entries()) leavesOf(item, `${path}[${index}]`, into);
  } else if (isObject(value) && Object.keys(value).length > 0) {
    for (const [key, item] of Object.entries(value)) {
      leavesOf(item, path === '' ? key : `${path}.${key}`, into);
    }
  } else {
    into.set(path, value);
  }
  return into;
}

/** The same text for the same content, whatever the order of its keys: what a hash is taken of. */
export function canonical(value: Json): string {
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${fields.join(',')}}`;
}

/** What leads from one snapshot to the other, in the order of the paths. */
export function diffVersions(before: Json, after: Json): VersionChange[] {
  const old = leavesOf(before);
  const now = leavesOf(after);
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths.flatMap((path): VersionChange[] => {
    const from = old.get(path);
    const to = now.get(path);
    const same = from !== undefined && to !== undefined && canonical(from) === canonical(to);
    if (same) return [];
    return [{ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
  });
}

const STEP = /[^.[\]]+|\[\d+\]/g;

type Tree = Map<string, Tree | Json>;
const isTree = (value: Tree | Json | undefined): value is Tree => value instanceof Map;

function grow(leaves: ReadonlyMap<string, Json>): Json {
  if (leaves.has('')) return leaves.get('') ?? null;
  const root: Tree = new Map();
  for (const [path, value] of leaves) {
    const steps = path.match(STEP) ?? [];
    let at = root;
    for (const step of steps.slice(0, -1)) {
      const next = at.get(step);
      const tree: Tree = isTree(next) ? next : new Map();
      at.set(step, tree);
      at = tree;
    }
    at.set(steps.at(-1) ?? '', value);
  }
  return plain(root);
}

function plain(tree: Tree): Json {
  const entries = [...tree].map(
    ([step, value]) => [step, isTree(value) ? plain(value) : value] as const,
  );
  if (entries.length > 0 && entries.every(([step]) => step.startsWith('['))) {
    return entries
      .map(([step, value]) => [Number(step.slice(1, -1)), value] as const)
      .sort(([a], [b]) => a - b)
      .map(([, value]) => value);
  }
  return Object.fromEntries(entries);
}

/** The snapshot that a difference leads to. */
export function applyVersion(before: Json, changes: readonly VersionChange[]): Json {
  const leaves = leavesOf(before);
  for (const { path, to } of changes) if (to === undefined) leaves.delete(path);
  for (const { path, to } of changes) if (to !== undefined) leaves.set(path, to);
  return grow(leaves);
}

/** The snapshot that a difference comes from. */
export const revertVersion = (after: Json, changes: readonly VersionChange[]): Json =>
  applyVersion(
    after,
    changes.map(({ path, from, to }) => ({
      path,
      ...(to === undefined ? {} : { from: to }),
      ...(from === undefined ? {} : { to: from }),
    })),
  );

const BY_FIELD: readonly (readonly [ChangeType, RegExp])[] = [
  ['customerChange', /^customer\b/],
  ['saleChange', /^sale\b/],
  ['productSwap', /^product(Model)?\b/],
  ['priceChange', /^(price|discount|vat|wht|deposit)/],
  [
    'scheduleChange',
    /^(downPayment|installment|interval|dueDay|firstDueDate|interest|schedule|startDate|endDate|termMonths)/,
  ],
];

/** What kind of change it is: the weightiest of what was changed. */
export const changeTypeOf = (changes: readonly VersionChange[]): ChangeType =>
  BY_FIELD.find(([, field]) => changes.some(({ path }) => field.test(path)))?.[0] ?? 'amendment';
