import { Worker } from 'node:worker_threads';

/** Why a task has no answer of its own. */
export type IsolationFault =
  /** Too many tasks wait already. */
  | 'busy'
  /** This owner has too many tasks under way already. */
  | 'share'
  /** The task took longer than allowed; its thread was ended. */
  | 'time'
  /** The task needed more memory than allowed; its thread has ended. */
  | 'memory'
  /** The thread ended or failed for another reason. */
  | 'crash';

export class IsolationError extends Error {
  readonly fault: IsolationFault;

  constructor(fault: IsolationFault, options?: ErrorOptions) {
    super(`isolated task: ${fault}`, options);
    this.name = 'IsolationError';
    this.fault = fault;
  }
}

export interface PoolOptions {
  /** Name of the threads in debuggers and profiles. */
  readonly name: string;
  /** The module that the threads run: it answers as `serveTasks` does. */
  readonly url: URL;
  /** Threads at once. */
  readonly size: number;
  /** Tasks that may wait for a thread. */
  readonly waiting: number;
  /** Tasks of one owner, running or waiting. */
  readonly perOwner: number;
  /** Milliseconds that a task may wait, and that it may run. */
  readonly waitMs: number;
  readonly taskMs: number;
  /** Milliseconds after which an idle thread ends. */
  readonly idleMs: number;
  readonly memoryMb: number;
}

/** What a thread sends: once when it is loaded, then for each task its parts and one end. */
export type Answer<P, R> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'part'; readonly part: P }
  | { readonly kind: 'done'; readonly result: R }
  | { readonly kind: 'failed'; readonly message: string };

interface Job<T, P, R> {
  readonly owner: string;
  readonly task: T;
  readonly transfer: readonly ArrayBuffer[];
  readonly onPart: (part: P) => void;
  readonly resolve: (result: R) => void;
  readonly reject: (error: IsolationError) => void;
  waitTimer?: NodeJS.Timeout;
}

interface Thread<T, P, R> {
  readonly worker: Worker;
  isReady: boolean;
  job: Job<T, P, R> | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs tasks in threads of their own, with limits on time, memory and number: what a task does to
 * its thread, the server does not feel. Threads start when they are needed and are used again until
 * a task breaks its limits.
 */
export class WorkerPool<T, P, R> {
  readonly #options: PoolOptions;
  readonly #threads = new Set<Thread<T, P, R>>();
  readonly #queue: Job<T, P, R>[] = [];
  readonly #byOwner = new Map<string, number>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** @throws IsolationError */
  async run(
    task: T,
    how: {
      readonly owner: string;
      readonly transfer?: readonly ArrayBuffer[];
      readonly onPart?: (part: P) => void;
    },
  ): Promise<R> {
    const { owner } = how;
    const own = this.#byOwner.get(owner) ?? 0;
    if (own >= this.#options.perOwner) throw new IsolationError('share');
    const hasFree = [...this.#threads].some(({ job }) => job === null);
    const mustWait = !hasFree && this.#threads.size >= this.#options.size;
    if (this.#isClosed || (mustWait && this.#queue.length >= this.#options.waiting)) {
      throw new IsolationError('busy');
    }
    this.#byOwner.set(owner, own + 1);
    try {
      return await new Promise<R>((resolve, reject) => {
        this.#enqueue({
          owner,
          task,
          transfer: how.transfer ?? [],
          onPart: how.onPart ?? (() => undefined),
          resolve,
          reject,
        });
      });
    } finally {
      const left = (this.#byOwner.get(owner) ?? 1) - 1;
      if (left > 0) this.#byOwner.set(owner, left);
      else this.#byOwner.delete(owner);
    }
  }

  /** Ends all threads; what runs or waits is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#queue.splice(0)) this.#refuse(job, 'busy');
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, 'busy')));
  }

  #enqueue(job: Job<T, P, R>): void {
    job.waitTimer = setTimeout(() => {
      const at = this.#queue.indexOf(job);
      if (at < 0) return;
      this.#queue.splice(at, 1);
      this.#refuse(job, 'busy');
    }, this.#options.waitMs);
    this.#queue.push(job);
    this.#dispatch();
  }

  #refuse(job: Job<T, P, R>, fault: IsolationFault, cause?: unknown): void {
    clearTimeout(job.waitTimer);
    job.reject(new IsolationError(fault, cause === undefined ? undefined : { cause }));
  }

  /** Gives waiting tasks to free threads, and starts threads as long as there may be more. */
  #dispatch(): void {
    for (;;) {
      const [job] = this.#queue;
      if (job === undefined) return;
      const free = [...this.#threads].find((thread) => thread.job === null);
      if (free === undefined && this.#threads.size >= this.#options.size) return;
      this.#queue.shift();
      this.#assign(free ?? this.#start(), job);
    }
  }

  #assign(thread: Thread<T, P, R>, job: Job<T, P, R>): void {
    clearTimeout(job.waitTimer);
    clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    thread.worker.postMessage(job.task, [...job.transfer]);
    // Loading the module is no fault of the task; a thread that never loads ends all the same.
    this.#limit(thread, thread.isReady ? this.#options.taskMs : this.#options.taskMs * 3);
  }

  #limit(thread: Thread<T, P, R>, milliseconds: number): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => void this.#end(thread, 'time'), milliseconds);
  }

  #start(): Thread<T, P, R> {
    const worker = new Worker(this.#options.url, {
      name: this.#options.name,
      // Neither secrets nor settings are any business of what reads what others have written.
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.memoryMb,
        maxYoungGenerationSizeMb: 32,
      },
    });
    const thread: Thread<T, P, R> = { worker, isReady: false, job: null, timer: undefined };
    this.#threads.add(thread);
    worker.on('message', (answer: Answer<P, R>) => this.#hear(thread, answer));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      void this.#end(thread, isMemory ? 'memory' : 'crash', error);
    });
    worker.on('exit', () => void this.#end(thread, 'crash'));
    return thread;
  }

  #hear(thread: Thread<T, P, R>, answer: Answer<P, R>): void {
    const { job } = thread;
    if (answer.kind === 'ready') {
      thread.isReady = true;
      if (job !== null) this.#limit(thread, this.#options.taskMs);
      return;
    }
    if (job === null) return;
    if (answer.kind === 'part') {
      job.onPart(answer.part);
      return;
    }
    thread.job = null;
    this.#limitIdle(thread);
    if (answer.kind === 'done') job.resolve(answer.result);
    else this.#refuse(job, 'crash', new Error(answer.message));
    this.#dispatch();
  }

  #limitIdle(thread: Thread<T, P, R>): void {
    thread.worker.unref();
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => void this.#end(thread, 'crash'), this.#options.idleMs);
    thread.timer.unref();
  }

  /** Ends a thread; its task is refused, the waiting ones get another thread. */
  async #end(thread: Thread<T, P, R>, fault: IsolationFault, cause?: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const { job } = thread;
    thread.job = null;
    const ended = thread.worker.terminate();
    if (job !== null) this.#refuse(job, fault, cause);
    if (!this.#isClosed) this.#dispatch();
    await ended;
  }
}
