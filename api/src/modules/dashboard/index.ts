import { type Ctx, type Family, type HandlersOf, today } from '../../kernel/index.ts';
import type { ServerModule } from '../../workflow/index.ts';
import { type ChartBlock, chartOf, chartsFor } from './charts.ts';
import { figureLabel } from './labels.ts';
import { keepLayout, layoutOf, shownFigures } from './layout.ts';
import { type Figure, figureOf, inTime, offeredTo } from './readFigures.ts';
import { workPage } from './work.ts';

/** A figure may be a minute old; what waits for a person is always as it is. */
const CACHE_MS = 60_000;
/** Figures and charts that are kept at most; the oldest go first. */
const CACHE_SIZE = 8000;

type Block = Figure | ChartBlock;
interface Cached {
  readonly at: Date;
  readonly block: Promise<Block>;
}

/** One cache per server, so that two of them in one process do not share. */
const caches = new WeakMap<object, Map<string, Cached>>();

/** Rights and language are part of the key: who is granted less sees less at once. */
const keyOf = ({ actor, locale }: Ctx): string =>
  [
    actor.userId,
    locale,
    actor.dataScope,
    actor.companyIds?.join() ?? '*',
    actor.warehouseIds?.join() ?? '*',
    [...actor.grants].sort().join(),
  ].join('|');

/** A block that was read within the last minute, else read now; what has failed is not kept. */
function cached<B extends Block>(ctx: Ctx, name: string, read: () => Promise<B>): Cached {
  const cache = caches.get(ctx.app) ?? new Map<string, Cached>();
  caches.set(ctx.app, cache);
  const now = ctx.clock.now();
  const hit = cache.get(name);
  if (hit && now.getTime() - hit.at.getTime() < CACHE_MS && now >= hit.at) return hit;
  const block = read();
  const made: Cached = { at: now, block };
  cache.delete(name);
  cache.set(name, made);
  const forget = () => {
    if (cache.get(name) === made) cache.delete(name);
  };
  block.then(({ hasFailed }) => hasFailed && forget(), forget);
  const [oldest] = cache.keys();
  if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
  return made;
}

/** Blocks that were asked for, and since when the oldest of them stands so. */
async function blocksOf<B extends Block>(
  ctx: Ctx,
  keys: readonly string[],
  { kind, read }: { readonly kind: string; readonly read: (ctx: Ctx, key: string) => Promise<B> },
): Promise<{ readonly asOf: Date; readonly blocks: B[] }> {
  const person = keyOf(ctx);
  const found = keys.map((key) => cached(ctx, `${kind}|${key}|${person}`, () => read(ctx, key)));
  const times = found.map(({ at }) => at.getTime());
  return {
    asOf: new Date(Math.min(ctx.clock.now().getTime(), ...times)),
    blocks: (await Promise.all(found.map(({ block }) => block))) as B[],
  };
}

/** Selects the keys that the caller names, or all. */
const named = (keys: string | undefined, all: readonly string[]): readonly string[] => {
  if (keys === undefined) return all;
  const wanted = keys.split(',');
  return all.filter((key) => wanted.includes(key));
};

interface WorkQuery {
  readonly limit?: string | undefined;
  readonly page?: string | undefined;
  readonly task?: string | undefined;
  readonly age?: Parameters<typeof workPage>[1]['age'] | undefined;
}

async function workOf(ctx: Ctx, { limit = '100', page = '1', task, age }: WorkQuery = {}) {
  const { items, total, tasks } = await workPage(ctx, {
    day: today(ctx.clock),
    limit: Number(limit),
    page: Number(page),
    ...(task === undefined ? {} : { task }),
    ...(age === undefined ? {} : { age }),
  });
  return { asOf: ctx.clock.now(), myWork: items, myWorkTotal: total, myTasks: tasks };
}

/** The work that comes along with the figures; null where it fails, and they stand. */
const firstWork = (ctx: Ctx, limit: string) =>
  inTime(workOf(ctx, { limit })).catch((error: unknown) => {
    ctx.app.log.error({ err: error }, 'dashboard work');
    return null;
  });

/** Answers this person's work, the figures of the areas they may see, and their layout. */
const dashboardHandlers: HandlersOf<Family<'dashboard'>> = {
  'dashboard.summary': async (ctx, { query }) => {
    const offered = offeredTo(ctx);
    const layout = await layoutOf(ctx);
    const keys = query?.keys === undefined ? shownFigures(offered, layout) : offered;
    const [{ asOf, blocks }, work] = await Promise.all([
      blocksOf(ctx, named(query?.keys, keys), { kind: 'figure', read: figureOf }),
      query?.work === undefined ? undefined : firstWork(ctx, query.work),
    ]);
    return {
      data: {
        asOf,
        figures: blocks,
        offered: offered.map((key) => ({ key, label: figureLabel(key, ctx.locale) })),
        layout,
        ...(work === undefined ? {} : { work }),
      },
    };
  },
  'dashboard.charts': async (ctx, { query }) => {
    const { asOf, blocks } = await blocksOf(ctx, named(query?.keys, chartsFor(ctx)), {
      kind: 'chart',
      read: chartOf,
    });
    return { data: { asOf, charts: blocks } };
  },
  'dashboard.work': async (ctx, { query }) => ({ data: await workOf(ctx, query) }),
  'dashboard.arrange': async (ctx, { body }) => {
    await keepLayout(ctx, body);
    return { data: {} };
  },
};

export const dashboardModule = { handlers: dashboardHandlers } satisfies ServerModule;
export { mailDigests } from './digest.ts';
export { FIGURES, type FigureKind } from './figureKinds.ts';
