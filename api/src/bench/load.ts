import { Agent, request as send } from 'node:http';
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

/** A small load generator in a thread of its own, so that it does not wait for the server's. */
async function generate(load: LoadRequest): Promise<LoadReport> {
  const { port, calls, rate, connections = CONNECTIONS } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let failed = 0;
  let failure: string | undefined;
  let next = 0;
  const one = (due: number): Promise<void> =>
    new Promise((done) => {
      const { token, path, body } = calls[next % calls.length] as LoadCall;
      next += 1;
      const ended = (fault?: string) => {
        if (fault !== undefined) {
          failed += 1;
          failure ??= fault;
        }
        latencies.push(performance.now() - due);
        done();
      };
      const text = body === undefined ? undefined : JSON.stringify(body);
      const outgoing = send(
        {
          host: '127.0.0.1',
          port,
          path,
          agent,
          method: text === undefined ? 'GET' : 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            ...(text === undefined
              ? {}
              : {
                  'content-type': 'application/json',
                  'content-length': Buffer.byteLength(text),
                  'idempotency-key': v7(),
                }),
          },
        },
        (answer) => {
          const isFine = (answer.statusCode ?? 500) < 300;
          let said = '';
          if (isFine) answer.resume();
          else answer.setEncoding('utf8').on('data', (part) => (said += part));
          answer.on('end', () =>
            ended(isFine ? undefined : `${path}: ${answer.statusCode} ${said}`),
          );
        },
      );
      outgoing.on('error', (error) => ended(`${path}: ${error.message}`)).end(text);
    });
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
  agent.destroy();
  latencies.sort((a, b) => a - b);
  return { requests: latencies.length, failed, failure, seconds: took, latencies };
}

/** Runs the generator in its thread. */
export const load = (request: LoadRequest): Promise<LoadReport> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: request });
    worker.once('message', done);
    worker.once('error', failed);
  });

/** `812 requests/s, p50 4.1 ms, p99 20.3 ms, 0 failed`; what failed first stands behind. */
export function figuresOf({ requests, failed, failure, seconds, latencies }: LoadReport): string {
  const of = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1);
  const rate = (requests / seconds).toFixed(0);
  const first = failure === undefined ? '' : ` (${failure})`;
  return `${rate} requests/s, p50 ${of(0.5)} ms, p99 ${of(0.99)} ms, ${failed} failed${first}`;
}

if (workerData) parentPort?.postMessage(await generate(workerData as LoadRequest));
