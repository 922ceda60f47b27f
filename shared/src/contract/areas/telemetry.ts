import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { nothing } from '../common.ts';
import { ability, mutation, one, PUBLIC, SIGNED_IN } from '../endpoint.ts';

/** How the remotes fare in people's browsers, and the operator's view of it (architecture 4). */
const remoteName = () =>
  z.string().check(z.regex(/^remote-[a-z][a-z0-9-]{0,60}$/, { error: 'CODE' }));
const release = () => z.string().check(z.maxLength(80, { error: 'TOO_LONG' }));
/** The host's failure kinds; the server keeps whatever word a newer host has. */
const kind = () => z.string().check(z.regex(/^[A-Za-z][\w-]{0,39}$/, { error: 'CODE' }));
const milliseconds = () => z.nullish(field.integer(0, 600_000));
const several = <T extends z.core.SomeType>(item: T) =>
  field.optional(z.array(item).check(z.maxLength(50, { error: 'TOO_LONG' })));

/** What one load of a remote was like; `outcome` is `ok` or the kind of the failure. */
const remoteLoad = z.object({
  remote: remoteName(),
  release: release(),
  outcome: kind(),
  manifestMs: milliseconds(),
  entryMs: milliseconds(),
  pageMs: milliseconds(),
});
export type RemoteLoad = z.infer<typeof remoteLoad>;

const remoteError = z.object({
  remote: remoteName(),
  release: release(),
  kind: kind(),
  message: z.string().check(z.maxLength(200, { error: 'TOO_LONG' })),
});
export type RemoteError = z.infer<typeof remoteError>;

const spread = z.nullable(z.object({ p50: z.int(), p95: z.int() }));
const period = z.object({
  /** Loads that ended well. */
  loads: z.int(),
  failures: z.int(),
  /** Errors of its pages. */
  errors: z.int(),
  violations: z.int(),
  manifest: spread,
  entry: spread,
  page: spread,
});
export type RemotePeriod = z.infer<typeof period>;
/** How often, in the last 24 hours and 7 days. */
const often = { day: z.int(), week: z.int(), lastAt: field.instant() };

export const telemetryArea = {
  'telemetry.report': mutation({
    method: 'POST',
    path: '/telemetry',
    access: SIGNED_IN,
    summary: 'How remotes were loaded in a tab, and what failed; says nothing about the person',
    notice: 'none',
    body: z.object({
      /** Made up by the tab for itself. */
      tab: z
        .string()
        .check(z.regex(/^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/, { error: 'ID' })),
      running: several(z.object({ remote: remoteName(), release: release() })),
      loads: several(remoteLoad),
      errors: several(remoteError),
    }),
    data: nothing(),
  }),
  'telemetry.remotes': one({
    path: '/telemetry/remotes',
    access: ability('system-menu:operate'),
    summary: 'Which release of which remote is live, how it loads and what fails',
    data: z.object({
      asOf: field.instant(),
      remotes: z.array(
        z.object({
          name: z.string(),
          release: z.string(),
          version: z.nullable(z.string()),
          since: z.nullable(field.instant()),
          /** Where its files come from; null: this server. */
          origin: z.nullable(z.string()),
          /** Feature flags that it asks for or the registry names. */
          flags: z.array(z.object({ name: z.string(), isOn: z.boolean() })),
          day: period,
          week: period,
          /** Open tabs that run it, by release. */
          tabs: z.array(z.object({ release: z.string(), tabs: z.int(), isLive: z.boolean() })),
        }),
      ),
      failures: z.array(
        z.object({ remote: z.string(), release: z.string(), kind: z.string(), ...often }),
      ),
      errors: z.array(
        z.object({
          remote: z.string(),
          release: z.string(),
          kind: z.string(),
          message: z.string(),
          ...often,
        }),
      ),
      violations: z.array(
        z.object({
          /** null: the shell's own. */
          remote: z.nullable(z.string()),
          directive: z.string(),
          blocked: z.string(),
          source: z.string(),
          ...often,
        }),
      ),
    }),
  }),
  'csp.report': mutation({
    method: 'POST',
    path: '/csp-report',
    access: PUBLIC,
    summary: 'What a browser has refused by the Content-Security-Policy',
    notice: 'none',
    sentByBrowser: {
      types: ['application/csp-report', 'application/reports+json'],
      maxBytes: 32 * 1024,
    },
    // Browsers differ in what they send; what is no report is left out.
    body: z.unknown(),
    data: nothing(),
  }),
} as const;
