import { AppError } from '../kernel/index.ts';

export interface GateOptions {
  /** Calls at once. Each holds a connection to the database that people at work wait for. */
  readonly atOnce: number;
  /** Calls of one address that may wait: an office shares one. */
  readonly waitingPerCaller: number;
  readonly waiting: number;
}

/** Of the fewest connections for writing that a server has, fewer than half. */
export const GATE: GateOptions = { atOnce: 3, waitingPerCaller: 60, waiting: 600 };

interface Waiting {
  readonly begin: () => void;
  readonly isGone: () => boolean;
}

/** Longer than the work of everybody who may wait before. */
const RETRY_SECONDS = 10;

/**
 * Lets in a few changes at once of whoever is not signed in (docs/adr/0083). Addresses take turns, so
 * that a flood from one of them delays no other; what exceeds the queue is refused at once.
 */
export class AnonymousGate {
  readonly #options: GateOptions;
  readonly #queues = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(options: GateOptions = GATE) {
    this.#options = options;
  }

  async run<T>(
    caller: { readonly address: string; readonly isGone: () => boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    await this.#enter(caller);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  async #enter({
    address,
    isGone,
  }: {
    readonly address: string;
    readonly isGone: () => boolean;
  }): Promise<void> {
    if (this.#running < this.#options.atOnce) {
      this.#running += 1;
      return;
    }
    const queue = this.#queues.get(address) ?? [];
    if (queue.length >= this.#options.waitingPerCaller) {
      throw new AppError(429, 'RATE_LIMIT', {
        details: { seconds: RETRY_SECONDS },
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    if (this.#waiting >= this.#options.waiting) {
      throw new AppError(503, 'UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    }
    this.#waiting += 1;
    await new Promise<void>((begin) => {
      queue.push({ begin, isGone });
      this.#queues.set(address, queue);
    });
  }

  /** The next address has its turn, with whoever of it still waits for an answer. */
  #next(): void {
    for (const [address, queue] of this.#queues) {
      this.#queues.delete(address);
      const staying = queue.findIndex(({ isGone }) => !isGone());
      const turn = staying < 0 ? undefined : queue[staying];
      const rest = staying < 0 ? [] : queue.slice(staying + 1);
      this.#waiting -= queue.length - rest.length;
      // To the end: the others come first.
      if (rest.length > 0) this.#queues.set(address, rest);
      if (turn === undefined) continue;
      this.#running += 1;
      turn.begin();
      return;
    }
  }
}
