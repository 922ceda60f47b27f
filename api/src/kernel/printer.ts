import { availableParallelism } from 'node:os';
import type { DocumentModel } from '../documents/model.ts';
import type { LabelsModel } from '../documents/pdf/labels.ts';
import type { PrintTask } from '../documents/pdf/printing.ts';
import { IsolationError, type PoolOptions, WorkerPool } from '../documents/workerPool.ts';
import { type Actor, causerId } from './actor.ts';
import { AppError, tooManyTasks } from './errors.ts';
import { newId } from './sql.ts';

/**
 * Lays PDFs out in threads of their own: what somebody wrote into a document never holds the server up
 * (docs/adr/0096-pdfs-in-threads.md).
 */
export interface Printer {
  /** @throws AppError 503 or 429 while too many are asked for, 409 PDF_TOO_LARGE */
  document(model: DocumentModel, by: Actor): Promise<Buffer>;
  labels(model: LabelsModel, by: Actor): Promise<Buffer>;
  close(): Promise<void>;
}

const OPTIONS: PoolOptions = {
  name: 'printing',
  url: new URL('../documents/pdf/print.worker.ts', import.meta.url),
  // One processor at least stays with the server and the database.
  size: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 64,
  perOwner: 12,
  waitMs: 20_000,
  taskMs: 15_000,
  // Fonts take some hundred milliseconds to load.
  idleMs: 300_000,
  memoryMb: 384,
};

function refusalOf({ fault, cause }: IsolationError): unknown {
  switch (fault) {
    case 'busy':
    case 'share':
      return tooManyTasks(fault);
    case 'time':
    case 'memory':
      return new AppError(409, 'PDF_TOO_LARGE');
    default:
      return cause;
  }
}

/** Threads start with the first PDF. */
export function printer(limits: Partial<PoolOptions> = {}): Printer {
  const pool = new WorkerPool<PrintTask, never, Uint8Array>({ ...OPTIONS, ...limits });
  const print = async (task: PrintTask, by: Actor): Promise<Buffer> => {
    try {
      // Limits are per person; each print that the system starts itself counts alone.
      const file = await pool.run(task, { owner: causerId(by) ?? newId() });
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    } catch (error) {
      throw error instanceof IsolationError ? (refusalOf(error) ?? error) : error;
    }
  };
  return {
    document: (model, by) => print({ kind: 'document', model }, by),
    labels: (model, by) => print({ kind: 'labels', model }, by),
    close: () => pool.close(),
  };
}
