import * as z from 'zod/mini';

/**
 * What a remote tells the host without running any code (architecture 2, 4): written to
 * `dist/contributions.json` at build, checked by this schema at build, at boot and in a test.
 */
export const CONTRACT_MAJOR = 1;

/** Titles become the labels of menus, names their subjects of abilities (areas/admin/menus.ts). */
const title = z.string().check(z.minLength(1), z.maxLength(60));
const label = z.object({ en: title, th: title });

export const pageContribution = z.object({
  /** Route name, unique over all remotes. */
  name: z.string(),
  /** Router path from the root: `/purchase-management/purchase-requests/:id`. */
  path: z.string().check(z.regex(/^\//)),
  title: label,
  /** Page whose `:view` opens it; null with `skipAbility`. */
  page: z.nullable(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/))),
  skipAbility: z.optional(z.boolean()),
  /** A further ability without which the visitor goes to the blank page. */
  needs: z.optional(z.string()),
  requiresPrevious: z.optional(z.object({ name: z.string(), fallback: z.string() })),
  layout: z.optional(z.enum(['VerticalNav', 'HorizontalNav', 'HorizontalVerticalNav', 'Blank'])),
  /** Route name of the crumb above. */
  parent: z.optional(z.string()),
  /** false: the crumb's link drops the query (specification 2, Shell). */
  keepQuery: z.optional(z.boolean()),
});

export const contributions = z.object({
  name: z.string().check(z.regex(/^remote-[a-z][a-z0-9-]*$/)),
  version: z.string(),
  contract: z.int(),
  pages: z.array(pageContribution),
});

export type PageContribution = z.infer<typeof pageContribution>;
export type Contributions = z.infer<typeof contributions>;

/** `remotes.json`: which remotes exist and where they are served. */
export const registry = z.record(
  z.string(),
  z.object({
    entry: z.string(),
    contributions: z.string(),
    enabled: z.optional(z.boolean()),
    /** Whom its users tell when its pages fail: a team, an address. */
    contact: z.optional(z.string()),
    /** Which build it is: `0.1.0-3f29a1c04b`. */
    release: z.optional(z.string()),
    /** Hashes of the files whose addresses stay, by name: `{"mf-manifest.json": "sha384-…"}`. */
    integrity: z.optional(z.record(z.string(), z.string())),
  }),
);
export type Registry = z.infer<typeof registry>;
