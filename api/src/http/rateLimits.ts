import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Pg } from '../kernel/index.ts';

type Counted = (error: Error | null, counted?: { current: number; ttl: number }) => void;

interface Route {
  readonly routeInfo?: { readonly url?: string };
}

/** Callers that are remembered as refused; each for less than a minute. */
const MOST_REFUSED = 20_000;

/**
 * Counts calls in the database, so that a limit holds across servers, by the database's own clock. Who
 * is refused is not counted on: until the window ends the refusal costs no statement.
 */
export function rateLimitStore(pg: Pg): FastifyRateLimitStoreCtor {
  class Store {
    readonly #route: string;
    readonly #refused = new Map<string, number>();

    constructor({ routeInfo }: Route) {
      this.#route = routeInfo?.url ?? '';
    }

    incr(caller: string, done: Counted, ...[timeWindow, max]: readonly [number, number]): void {
      const left = (this.#refused.get(caller) ?? 0) - performance.now();
      if (left > 0) {
        done(null, { current: max + 1, ttl: left });
        return;
      }
      this.#count(caller, timeWindow).then(
        ({ calls, left: ttl }) => {
          if (calls > max) this.#remember(caller, ttl);
          done(null, { current: calls, ttl });
        },
        (error: Error) => done(error),
      );
    }

    child(route: Route): Store {
      return new Store(route);
    }

    async #count(caller: string, timeWindow: number) {
      const { rows } = await pg.query<{ calls: number; left: number }>({
        name: 'http.rate',
        text: `insert into rate_limits as r (key, calls, started_at)
            values ($1, 1, clock_timestamp())
            on conflict (key) do update set
              calls = case when r.started_at > clock_timestamp() - $2::float8 * interval '1 ms'
                then r.calls + 1 else 1 end,
              started_at = case when r.started_at > clock_timestamp() - $2::float8 * interval '1 ms'
                then r.started_at else clock_timestamp() end
            returning calls,
              $2::float8 - 1000 * extract(epoch from clock_timestamp() - started_at)::float8 as left`,
        values: [`${this.#route} ${caller}`, timeWindow],
      });
      const [row] = rows;
      if (row === undefined) throw new Error('a call was not counted');
      return { calls: row.calls, left: Math.max(1, row.left) };
    }

    #remember(caller: string, ttl: number): void {
      if (this.#refused.size >= MOST_REFUSED) this.#refused.clear();
      this.#refused.set(caller, performance.now() + ttl);
    }
  }
  return Store as unknown as FastifyRateLimitStoreCtor;
}
