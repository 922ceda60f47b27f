import { parentPort } from 'node:worker_threads';
import type { Answer } from '../workerPool.ts';
import { type PrintTask, runPrintTask } from './printing.ts';

parentPort?.on('message', (task: PrintTask) => {
  runPrintTask(task).then(
    (file) => {
      const result = new Uint8Array(file);
      const answer: Answer<never, Uint8Array> = { kind: 'done', result };
      parentPort?.postMessage(answer, [result.buffer]);
    },
    (error: unknown) => {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort?.postMessage({ kind: 'failed', message } satisfies Answer<never, never>);
    },
  );
});
parentPort?.postMessage({ kind: 'ready' } satisfies Answer<never, never>);
