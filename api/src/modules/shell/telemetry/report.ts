import type { Contract, DataOf, RemotePeriod } from '@boxyard/shared/contract';
import type { Ctx, Loose } from '../../../kernel/index.ts';

const HOUR = 3_600_000;
/** A tab says every five minutes what it runs; one that has missed three is closed or asleep. */
const TAB_OPEN = 16 * 60_000;
const MOST = 50;

type Report = Loose<DataOf<Contract['telemetry.remotes']>>;
type Periods = Readonly<Record<'day' | 'week', Date>>;
type Often = { readonly day: number; readonly week: number; readonly lastAt: Date };

interface LoadRow {
  readonly remote: string;
  readonly loads: number;
  readonly failures: number;
  readonly manifest: readonly number[] | null;
  readonly entry: readonly number[] | null;
  readonly page: readonly number[] | null;
}

const spread = (column: string) =>
  `percentile_disc(array[0.5, 0.95]) within group (order by ${column}) filter (where outcome = 'ok')`;

const loadsSince = async ({ pg }: Ctx, since: Date): Promise<Map<string, LoadRow>> => {
  const { rows } = await pg.query<LoadRow>(
    `select remote, count(*) filter (where outcome = 'ok')::int as loads,
        count(*) filter (where outcome <> 'ok')::int as failures,
        ${spread('manifest_ms')} as manifest, ${spread('entry_ms')} as entry,
        ${spread('page_ms')} as page
      from remote_loads where at >= $1 group by remote`,
    [since],
  );
  return new Map(rows.map((row) => [row.remote, row]));
};

const OFTEN = {
  remote_loads: `count(*) filter (where at >= $1)::int as day, count(*)::int as week, max(at) as "lastAt"`,
  remote_errors: `count(*) filter (where at >= $1)::int as day, count(*)::int as week, max(at) as "lastAt"`,
  csp_violations: `coalesce(sum(count) filter (where last_at >= $1), 0)::int as day,
    sum(count)::int as week, max(last_at) as "lastAt"`,
} as const;

/** What happened in a week, alike put together, the most frequent first. */
async function often<R>(
  { pg }: Ctx,
  table: keyof typeof OFTEN,
  {
    columns,
    where = 'true',
    periods,
  }: { columns: readonly string[]; where?: string; periods: Periods },
): Promise<(R & Often)[]> {
  const at = table === 'csp_violations' ? 'last_at' : 'at';
  const { rows } = await pg.query<R & Often>(
    `select ${columns.join(', ')}, ${OFTEN[table]} from ${table} where ${at} >= $2 and ${where}
      group by ${columns.map((_, index) => index + 1).join(', ')} order by day desc, week desc, "lastAt" desc limit ${MOST}`,
    [periods.day, periods.week],
  );
  return rows;
}

async function sums(
  { pg }: Ctx,
  table: 'remote_errors' | 'csp_violations',
  { day, week }: Periods,
): Promise<Map<string, Pick<Often, 'day' | 'week'>>> {
  const at = table === 'csp_violations' ? 'last_at' : 'at';
  const { rows } = await pg.query<Often & { remote: string }>(
    `select remote, ${OFTEN[table]} from ${table} where ${at} >= $2 group by remote`,
    [day, week],
  );
  return new Map(rows.map((row) => [row.remote, row]));
}

const asSpread = (values: readonly number[] | null | undefined): RemotePeriod['page'] => {
  const [p50, p95] = values ?? [];
  return p50 == null || p95 == null ? null : { p50, p95 };
};

/** Everything on the operator's page, of one instant. */
export async function remotesReport(ctx: Ctx): Promise<Report> {
  const { pg, clock, app } = ctx;
  const now = clock.now();
  const periods: Periods = {
    day: new Date(now.getTime() - 24 * HOUR),
    week: new Date(now.getTime() - 7 * 24 * HOUR),
  };
  const loads = {
    day: await loadsSince(ctx, periods.day),
    week: await loadsSince(ctx, periods.week),
  };
  const errors = await sums(ctx, 'remote_errors', periods);
  const violations = await sums(ctx, 'csp_violations', periods);
  const { rows: since } = await pg.query<{ remote: string; release: string; since: Date }>(
    'select distinct on (remote) remote, release, since from remote_releases order by remote, id desc',
  );
  const { rows: tabs } = await pg.query<{ remote: string; release: string; tabs: number }>(
    `select remote, release, count(*)::int as tabs from remote_tabs where seen_at >= $1
      group by remote, release order by tabs desc, release`,
    [new Date(now.getTime() - TAB_OPEN)],
  );
  const periodOf = (remote: string, which: 'day' | 'week'): RemotePeriod => {
    const row = loads[which].get(remote);
    return {
      loads: row?.loads ?? 0,
      failures: row?.failures ?? 0,
      errors: errors.get(remote)?.[which] ?? 0,
      violations: violations.get(remote)?.[which] ?? 0,
      manifest: asSpread(row?.manifest),
      entry: asSpread(row?.entry),
      page: asSpread(row?.page),
    };
  };
  return {
    asOf: now,
    remotes: app.liveRemotes().map((live) => ({
      ...live,
      since:
        since.find(({ remote, release }) => remote === live.name && release === live.release)
          ?.since ?? null,
      day: periodOf(live.name, 'day'),
      week: periodOf(live.name, 'week'),
      tabs: tabs
        .filter(({ remote }) => remote === live.name)
        .map(({ release, tabs: count }) => ({
          release,
          tabs: count,
          isLive: release === live.release,
        })),
    })),
    failures: await often(ctx, 'remote_loads', {
      columns: ['remote', 'release', 'outcome as kind'],
      where: "outcome <> 'ok'",
      periods,
    }),
    errors: await often(ctx, 'remote_errors', {
      columns: ['remote', 'release', 'kind', 'message'],
      periods,
    }),
    violations: await often(ctx, 'csp_violations', {
      columns: ["nullif(remote, '') as remote", 'directive', 'blocked', 'source'],
      periods,
    }),
  };
}
