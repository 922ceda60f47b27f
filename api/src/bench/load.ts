import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { v7 } from 'uuid';

/** One call of the server: a reading one, or with a body one that changes something. */
export interface LoadCall {
  readonly token: string;
  /** From the root: `/api/v1/…`. */
  readonly path: string;
  readonly body?: object;
}

/** What the generator is asked to do. */
export interface LoadRequest {
  readonly port: number;
  readonly calls: readonly LoadCall[];
  /** 50 unless told otherwise. */
  readonly connections?: number;
  /** Requests per second that leave whatever the answers take (open loop); 0: as many as the
   * connections can. */
  readonly rate: number;
  /** Absent: each call once, and no more. */
  readonly seconds?: number;
}

export interface LoadReport {
  readonly requests: number;
  /** How many answers were none of success, and the first of them. */
  readonly failed: number;
  readonly failure: string | undefined;
  readonly seconds: number;
  /** Milliseconds, sorted. Open loop: since the moment at which the request was due. */
  readonly latencies: readonly number[];
}

const CONNECTIONS = 50;

/** What a thread is told that generates load. */
const GENERATOR = 'load';

const HEAD_END = '\r\n\r\n';

/** An answer that has arrived; what went well has no body here. */
interface Arrived {
  readonly status: number;
  readonly body: string;
}

/**
 * A kept connection that sends requests as they lie and looks at the answers' length and status
 * alone: what the generator takes of the processors is missing to the server that it measures, and a
 * whole HTTP client takes five times as much.
 */
class Line {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #length = 0;
  /** Of head and body together, once the head is there. */
  #expected = Number.POSITIVE_INFINITY;
  #waiting: { done(answer: Arrived): void; failed(error: Error): void } | undefined;

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.on('data', (part: Buffer) => this.#take(part));
    this.#socket.on('error', (error) => this.#waiting?.failed(error));
    this.#socket.on('close', () => this.#waiting?.failed(new Error('the server hung up')));
  }

  send(request: string): Promise<Arrived> {
    return new Promise((done, failed) => {
      this.#waiting = { done, failed };
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#expected === Number.POSITIVE_INFINITY) this.#readHead();
    if (this.#length < this.#expected) return;
    const status = Number(this.#parts[0]?.toString('latin1', 9, 12));
    // What went well is not read.
    const text = status < 300 ? '' : Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#length = 0;
    this.#expected = Number.POSITIVE_INFINITY;
    this.#waiting?.done({ status, body: text.split(HEAD_END)[1] ?? '' });
  }

  #readHead(): void {
    const head = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    const end = head?.indexOf(HEAD_END) ?? -1;
    if (head === undefined) return;
    this.#parts = [head];
    if (end < 0) return;
    const length = /content-length: (\d+)/i.exec(head.toString('latin1', 0, end))?.[1];
    if (length === undefined) this.#waiting?.failed(new Error('an answer without a length'));
    else this.#expected = end + HEAD_END.length + Number(length);
  }
}

/** A call as it goes over the line. */
function requestOf({ token, path, body }: LoadCall): string {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return [
    `${text === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    ...(text === undefined
      ? []
      : [
          'content-type: application/json',
          `content-length: ${Buffer.byteLength(text)}`,
          `idempotency-key: ${v7()}`,
        ]),
    '',
    text ?? '',
  ].join('\r\n');
}

/** A small load generator in a thread of its own, so that it does not wait for the server's. */
async function generate(load: LoadRequest): Promise<LoadReport> {
  const { port, calls, rate, connections = CONNECTIONS } = load;
  const idle = Array.from({ length: connections }, () => new Line(port));
  const waiting: ((line: Line) => void)[] = [];
  const lineFree = async () =>
    idle.pop() ?? (await new Promise<Line>((take) => waiting.push(take)));
  const latencies: number[] = [];
  let failed = 0;
  let failure: string | undefined;
  let next = 0;
  const one = async (due: number): Promise<void> => {
    const call = calls[next % calls.length] as LoadCall;
    next += 1;
    let line = await lineFree();
    const ended = (fault?: string) => {
      if (fault !== undefined) {
        failed += 1;
        failure ??= `${call.path}: ${fault}`;
      }
      latencies.push(performance.now() - due);
    };
    try {
      const { status, body } = await line.send(requestOf(call));
      ended(status < 300 ? undefined : `${status} ${body}`);
    } catch (error) {
      ended((error as Error).message);
      line.end();
      line = new Line(port);
    }
    const take = waiting.shift();
    if (take) take(line);
    else idle.push(line);
  };
  const started = performance.now();
  const end = started + (load.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const goesOn = () =>
    performance.now() < end && (load.seconds !== undefined || next < calls.length);
  if (rate === 0) {
    const client = async () => {
      while (goesOn()) await one(performance.now());
    };
    await Promise.all(Array.from({ length: connections }, client));
  } else {
    const running: Promise<void>[] = [];
    for (let due = started; due < end && goesOn(); due += 1000 / rate) {
      const early = due - performance.now();
      if (early > 1) await sleep(early);
      running.push(one(due));
    }
    await Promise.all(running);
  }
  const took = (performance.now() - started) / 1000;
  for (const line of idle) line.end();
  latencies.sort((a, b) => a - b);
  return { requests: latencies.length, failed, failure, seconds: took, latencies };
}

const idle: Worker[] = [];

/** A thread is kept for the next run: its beginning takes longer than a short run. It holds up no exit. */
function takeWorker(): Worker {
  const kept = idle.pop();
  if (kept) return kept;
  const worker = new Worker(new URL(import.meta.url), { workerData: GENERATOR });
  worker.unref();
  return worker;
}

/** Runs the generator in a thread of its own. */
export async function load(request: LoadRequest): Promise<LoadReport> {
  const worker = takeWorker();
  worker.ref();
  try {
    worker.postMessage(request);
    const [report] = (await once(worker, 'message')) as [LoadReport];
    idle.push(worker);
    return report;
  } finally {
    worker.unref();
  }
}

/** `812 requests/s, p50 4.1 ms, p99 20.3 ms, 0 failed`; what failed first stands behind. */
export function figuresOf({ requests, failed, failure, seconds, latencies }: LoadReport): string {
  const of = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1);
  const rate = (requests / seconds).toFixed(0);
  const first = failure === undefined ? '' : ` (${failure})`;
  return `${rate} requests/s, p50 ${of(0.5)} ms, p99 ${of(0.99)} ms, ${failed} failed${first}`;
}

if (workerData === GENERATOR) {
  parentPort?.on('message', async (request: LoadRequest) => {
    parentPort?.postMessage(await generate(request));
  });
}
