import { type Ctx, type Family, type HandlersOf, today } from '../../kernel/index.ts';
import type { ServerModule } from '../../workflow/index.ts';
import { charts, tiles } from './figures.ts';
import { myWork } from './work.ts';

/** The figures may be a minute old; what waits for a person is always as it is. */
const CACHE_MS = 60_000;
/** People whose figures are kept at most; the oldest go first. */
const CACHE_SIZE = 500;

type Figures = Awaited<ReturnType<typeof figuresOf>>;
interface Cached {
  readonly at: number;
  readonly figures: Promise<Figures>;
}

/** One cache per server, so that two of them in one process do not share. */
const caches = new WeakMap<object, Map<string, Cached>>();

async function figuresOf(ctx: Ctx) {
  const [tileBlocks, chartBlocks] = await Promise.all([tiles(ctx), charts(ctx)]);
  return { asOf: ctx.clock.now(), tiles: tileBlocks, charts: chartBlocks };
}

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

function cachedFigures(ctx: Ctx): Promise<Figures> {
  const cache = caches.get(ctx.app) ?? new Map<string, Cached>();
  caches.set(ctx.app, cache);
  const key = keyOf(ctx);
  const now = ctx.clock.now().getTime();
  const hit = cache.get(key);
  if (hit && now - hit.at < CACHE_MS && now >= hit.at) return hit.figures;
  const figures = figuresOf(ctx);
  cache.delete(key);
  cache.set(key, { at: now, figures });
  figures.catch(() => cache.delete(key));
  const [oldest] = cache.keys();
  if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
  return figures;
}

/** What waits for this person, and the figures of the areas they may see. */
const dashboardHandlers: HandlersOf<Family<'dashboard'>> = {
  'dashboard.summary': async (ctx) => {
    const [work, figures] = await Promise.all([
      myWork(ctx, { overdueOn: today(ctx.clock) }),
      cachedFigures(ctx),
    ]);
    return {
      data: { ...figures, myWork: work.items, myWorkTotal: work.total, myTasks: work.tasks },
    };
  },
};

export const dashboardModule = { handlers: dashboardHandlers } satisfies ServerModule;
export { mailDigests } from './digest.ts';
