import * as z from 'zod/mini';

/**
 * What a remote tells the host without running any code (architecture 2, 4): written to
 * `dist/contributions.json` at build, checked by this schema at build, at boot and in a test.
 */
export const CONTRACT_MAJOR = 1;

/** Titles become the labels of menus, names their subjects of abilities (areas/admin/menus.ts). */
const title = z.string().check(z.minLength(1), z.maxLength(60));
const label = z.object({ en: title, th: title });
/** Switched in the remote's entry of the registry; without it there the contribution does not exist. */
const flag = z.optional(z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,39}$/)));
const ability = z.string().check(z.regex(/^[a-z][a-z0-9-]*:[a-z][a-z-]*$/));

/** A list call of the contract. */
const listCall = z.string().check(z.regex(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/));

/**
 * The list that a page asks for before anything else, from its address alone: the host begins to ask
 * while the page's code is still on its way (docs/adr/0074).
 */
const firstList = z.object({
  call: listCall,
  /** What it shows of its counted filter while nothing narrows it. */
  begins: z.optional(z.array(z.string())),
  /** Keys of the query with which the page shows something else. */
  unless: z.optional(z.array(z.string())),
});

export const pageContribution = z.object({
  /** Route name, unique over all remotes. */
  name: z.string(),
  /** Router path from the root: `/purchase-management/purchase-requests/:id`. */
  path: z.string().check(z.regex(/^\//)),
  title: label,
  /** Page whose `:view` opens it; null with `skipAbility`. */
  page: z.nullable(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/))),
  skipAbility: z.optional(z.boolean()),
  /**
   * Whom the route is for (specification 6): anybody who is signed in, which is meant where nothing
   * is said, or the stored role `admin`. The abilities are asked for besides.
   */
  roles: z.optional(z.enum(['all', 'admin'])),
  /** A further ability without which the visitor goes to the blank page. */
  needs: z.optional(z.string()),
  requiresPrevious: z.optional(z.object({ name: z.string(), fallback: z.string() })),
  layout: z.optional(z.enum(['VerticalNav', 'HorizontalNav', 'HorizontalVerticalNav', 'Blank'])),
  /** Route name of the crumb above. */
  parent: z.optional(z.string()),
  /** false: the crumb's link drops the query (specification 2, Shell). */
  keepQuery: z.optional(z.boolean()),
  list: z.optional(firstList),
  flag,
});

const piece = {
  /** Unique among the pieces of its kind over all remotes. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/)),
  title: label,
  /** Whoever lacks it never hears of the piece, nor loads its code. */
  ability: z.optional(ability),
  flag,
};
const pixels = z.int().check(z.gte(40), z.lte(960));
/** A piece that draws. */
const drawn = {
  ...piece,
  /** Room that is kept while it loads and when it fails: nothing around it may jump. */
  height: pixels,
  /** The same on a phone, where it differs. */
  heightOnPhone: z.optional(pixels),
};

/** A tile of the dashboard; the remote draws it. */
const widgetContribution = z.object({
  ...drawn,
  span: z.enum(['third', 'half', 'full']),
  /** Charts stand before lists (ADR 0098). */
  isChart: z.optional(z.boolean()),
  /** Abilities that are asked for besides. */
  needs: z.optional(z.array(ability)),
});

/** What the remote knows of a record that another remote's page shows. */
const panelContribution = z.object({
  ...drawn,
  /** Route name of that page, and the kind of its record: `part`, `supplier`, `purchaseOrder`. */
  on: z.string(),
  record: z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,39}$/)),
});

/** Fields of the list's rows, by path, joined where there are several: `category.name`. */
const fieldPaths = z
  .array(z.string().check(z.regex(/^[a-z][A-Za-z0-9]*(\.([a-z][A-Za-z0-9]*|\d+))*$/)))
  .check(z.minLength(1), z.maxLength(3));

/** How the palette finds records of an area: by data alone, without code of the remote. */
const searchContribution = z.object({
  ...piece,
  ability,
  /** It takes `search`. */
  list: listCall,
  fields: z.object({
    /** Stands before the title. */
    code: z.optional(fieldPaths),
    title: fieldPaths,
    /** In Thai, where the record has it. */
    titleTh: z.optional(fieldPaths),
    subtitle: z.optional(fieldPaths),
    subtitleTh: z.optional(fieldPaths),
    /** The day of the record. */
    date: z.optional(fieldPaths),
  }),
  /** The page of a record: its id goes into a parameter of the path or of the query. */
  opens: z.object({
    page: z.string(),
    param: z.optional(z.string()),
    query: z.optional(z.string()),
    /** Further parameters of the query, always the same: the tab that shows it. */
    within: z.optional(z.record(z.string(), z.string())),
    /** A further parameter of the path, and where in the row its value stands: `suppliers.0.id`. */
    beside: z.optional(
      z.object({
        param: z.string(),
        field: z.string().check(z.regex(/^[a-z][A-Za-z0-9]*(\.([a-z][A-Za-z0-9]*|\d+))*$/)),
      }),
    ),
  }),
});

/** A command of the palette: leads to a page, as it is with a query. */
const commandContribution = z.object({
  ...piece,
  page: z.string(),
  query: z.optional(z.record(z.string(), z.string())),
  /** Further words it is found by. */
  keywords: z.optional(z.string().check(z.maxLength(120))),
});

export const contributions = z.object({
  name: z.string().check(z.regex(/^remote-[a-z][a-z0-9-]*$/)),
  version: z.string(),
  contract: z.int(),
  pages: z.array(pageContribution),
  widgets: z.optional(z.array(widgetContribution)),
  panels: z.optional(z.array(panelContribution)),
  search: z.optional(z.array(searchContribution)),
  commands: z.optional(z.array(commandContribution)),
});

export type FirstList = z.infer<typeof firstList>;
export type PageContribution = z.infer<typeof pageContribution>;
export type WidgetContribution = z.infer<typeof widgetContribution>;
export type PanelContribution = z.infer<typeof panelContribution>;
export type SearchContribution = z.infer<typeof searchContribution>;
export type CommandContribution = z.infer<typeof commandContribution>;
export type Contributions = z.infer<typeof contributions>;

/** Documents are found by their number, and told apart by the record that `of` names: `warehouse`. */
export const documentSearch = ({
  page,
  of,
  opens,
  ...named
}: Pick<SearchContribution, 'name' | 'title' | 'list'> & {
  /** Page whose `view` lets them be found. */
  readonly page: string;
  readonly of: string;
  /** Page of a document, by its id. */
  readonly opens: string;
}): SearchContribution => ({
  ...named,
  ability: `${page}:view`,
  fields: {
    title: ['documentNo'],
    subtitle: [`${of}.name`],
    subtitleTh: [`${of}.nameTh`],
    date: ['documentDate'],
  },
  opens: { page: opens, param: 'id' },
});

/** A page's first list as it is written: what it begins with follows from its resource's machine. */
export interface NamedList extends Pick<FirstList, 'call' | 'unless'> {
  /** Id of the machine (shared/src/domain/machines.ts). */
  readonly machine?: string;
  /** As the resource says. */
  readonly firstTab?: 'all';
}

/** A page as a remote's contributions.ts writes it: by name of the table of routes, or whole. */
export type PageEntry =
  | string
  | PageContribution
  | {
      readonly name: string;
      readonly flag?: string;
      readonly list?: NamedList;
      readonly path?: undefined;
    };

/** Kinds of contributions besides pages, with what one of them is called. */
const PIECES = {
  widgets: 'widget',
  panels: 'panel',
  search: 'search provider',
  commands: 'command',
} as const;

/** Something that only one remote may bring. */
export interface Claim {
  readonly what: string;
  /** `"suppliers" (/warehouse-management/suppliers/list)` */
  readonly label: string;
  readonly keys: readonly string[];
}

/** Names and addresses of pages are one space, names of each other kind another. */
export const pageClaim = ({ name, path }: Pick<PageContribution, 'name' | 'path'>): Claim => ({
  what: 'page',
  label: `"${name}" (${path})`,
  keys: [name, path],
});

const pieceClaim = (what: string, { name }: { readonly name: string }): Claim => ({
  what,
  label: `"${name}"`,
  keys: [`${what} ${name}`],
});

/** Everything in a remote's contributions that must be nobody else's. */
export const claimsOf = ({ pages, ...rest }: Contributions): Claim[] => [
  ...pages.map(pageClaim),
  ...Object.entries(PIECES).flatMap(([kind, what]) =>
    (rest[kind as keyof typeof PIECES] ?? []).map((one) => pieceClaim(what, one)),
  ),
];

/** The contributions without what somebody else has, by the keys of its claims. */
export function withoutClaimed(
  all: Contributions,
  isTaken: (claim: Claim) => boolean,
): Contributions {
  const left = <T extends { readonly name: string }>(what: string, list: readonly T[] = []) =>
    list.filter((one) => !isTaken(pieceClaim(what, one)));
  return {
    ...all,
    pages: all.pages.filter((page) => !isTaken(pageClaim(page))),
    ...(all.widgets ? { widgets: left(PIECES.widgets, all.widgets) } : {}),
    ...(all.panels ? { panels: left(PIECES.panels, all.panels) } : {}),
    ...(all.search ? { search: left(PIECES.search, all.search) } : {}),
    ...(all.commands ? { commands: left(PIECES.commands, all.commands) } : {}),
  };
}

/** `remotes.json`: which remotes exist and where they are served. */
export const registry = z.record(
  z.string(),
  z.object({
    entry: z.string(),
    contributions: z.string(),
    enabled: z.optional(z.boolean()),
    /** Whom its users tell when its pages fail: a team, an address. */
    contact: z.optional(z.string()),
    /** Feature flags of this remote, by name; what is not named is off. */
    flags: z.optional(z.record(z.string(), z.boolean())),
    /** Which build it is: `0.1.0-3f29a1c04b`. */
    release: z.optional(z.string()),
    /** Hashes of the files whose addresses stay, by name: `{"mf-manifest.json": "sha384-…"}`. */
    integrity: z.optional(z.record(z.string(), z.string())),
  }),
);
export type Registry = z.infer<typeof registry>;

/** A file that a page needs, as a browser has to ask for it ahead. */
export interface Preload {
  readonly href: string;
  readonly as: 'script' | 'style';
  /** The federation asks for entries, and for files of other origins, with CORS. */
  readonly cors?: boolean;
  readonly integrity?: string;
}

/**
 * What the server knows of an address before any code of the shell runs (docs/adr/0059): no more than the
 * public files say, in one answer. Everything in it may be missing; the browser then asks for itself.
 */
export interface Start {
  readonly remotes: Registry;
  /** What the remotes contribute, as far as the server could read it just now. */
  readonly contributions: Readonly<Record<string, unknown>>;
  /** Manifests by their addresses: that of the remote whose page it is. */
  readonly manifests: Readonly<Record<string, unknown>>;
  readonly files: readonly Preload[];
  /** Texts of that remote, by language. */
  readonly texts: Readonly<Record<'en' | 'th', readonly Preload[]>>;
  /** Row of the contract of the list that the page asks for first, by its call. */
  readonly lists?: Readonly<Record<string, unknown>>;
}
