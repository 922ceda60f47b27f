import { parentPort } from 'node:worker_threads';
import type { FileRow } from '../tables/tableFile.ts';
import type { Answer } from '../workerPool.ts';
import { type FileResult, type FileTask, runTask } from './tasks.ts';

const post = (answer: Answer<readonly FileRow[], FileResult>) => parentPort?.postMessage(answer);

parentPort?.on('message', (task: FileTask) => {
  runTask(task, (part) => post({ kind: 'part', part })).then(
    (result) => post({ kind: 'done', result }),
    (error: unknown) => post({ kind: 'failed', message: String(error) }),
  );
});
post({ kind: 'ready' });
