import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What the generator is asked to do. */
export interface LoadRequest {
  readonly port: number;
  readonly token: string;
  readonly paths: readonly string[];
  /** 50 unless told otherwise. */
  readonly connections?: number;
  /** Requests per second that leave whatever the answers take (open loop); 0: as many as the
   * connections can. */
  readonly rate: number;
  readonly seconds: number;
}

export interface LoadReport {
  readonly requests: number;
  readonly failed: number;
  readonly seconds: number;
  /** Milliseconds, sorted. Open loop: since the moment at which the request was due. */
  readonly latencies: readonly number[];
}

const CONNECTIONS = 50;

/** A small load generator in a thread of its own, so that it does not wait for the server's. */
async function generate(request: LoadRequest): Promise<LoadReport> {
  const { port, token, paths, rate, seconds, connections = CONNECTIONS } = request;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let failed = 0;
  let next = 0;
  const one = (due: number): Promise<void> =>
    new Promise((done) => {
      const path = paths[next % paths.length];
      next += 1;
      const headers = { authorization: `Bearer ${token}` };
      const ended = (isFailure: boolean) => {
        if (isFailure) failed += 1;
        latencies.push(performance.now() - due);
        done();
      };
      get({ host: '127.0.0.1', port, path, agent, headers }, (answer) => {
        answer.resume().on('end', () => ended(answer.statusCode !== 200));
      }).on('error', () => ended(true));
    });
  const started = performance.now();
  const end = started + seconds * 1000;
  if (rate === 0) {
    const client = async () => {
      while (performance.now() < end) await one(performance.now());
    };
    await Promise.all(Array.from({ length: connections }, client));
  } else {
    const running: Promise<void>[] = [];
    for (let due = started; due < end; due += 1000 / rate) {
      const early = due - performance.now();
      if (early > 1) await sleep(early);
      running.push(one(due));
    }
    await Promise.all(running);
  }
  const took = (performance.now() - started) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  return { requests: latencies.length, failed, seconds: took, latencies };
}

parentPort?.postMessage(await generate(workerData as LoadRequest));
