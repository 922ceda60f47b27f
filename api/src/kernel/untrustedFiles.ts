import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import {
  type CheckedUpload,
  collectUpload,
  maxBytesOf,
  UploadError,
  type UploadUse,
  wrongKind,
} from '../documents/files.ts';
import { LogoError } from '../documents/logo.ts';
import { StatementError, type StatementHead } from '../documents/statements/statementFile.ts';
import {
  type FileRow,
  type FileTable,
  TableError,
  type TableLimits,
} from '../documents/tables/tableFile.ts';
import type { FileResult, FileTask } from '../documents/untrusted/tasks.ts';
import { IsolationError, type PoolOptions, WorkerPool } from '../documents/workerPool.ts';
import type { Logger } from './app.ts';
import { tooManyTasks } from './errors.ts';

/**
 * Everything that looks into a file from outside. It happens in threads with limits on time and
 * memory, so that no file holds up the server (docs/adr/0017-untrusted-files.md).
 */
export interface UntrustedFiles {
  /** Collects an upload and checks it by its content. @throws UploadError */
  checkUpload(
    source: Readable | Buffer,
    how: { owner: string; use?: UploadUse | undefined },
  ): Promise<CheckedUpload>;
  /**
   * Collects a photograph of somebody without an account and checks it; what it tells of its place and
   * camera is taken out. @throws UploadError
   */
  checkPhoto(source: Readable | Buffer, owner: string): Promise<CheckedUpload>;
  /** @throws LogoError */
  checkLogo(content: Buffer, owner: string): Promise<CheckedUpload>;
  /** The rows of a workbook or CSV file. @throws TableError */
  readTable(
    file: { readonly content: Buffer; readonly mime: string },
    limits: TableLimits,
    owner: string,
  ): Promise<FileTable>;
  /** The movements of a bank statement as rows, and what the file says of itself. @throws StatementError */
  readStatement(
    content: Buffer,
    limits: TableLimits,
    owner: string,
  ): Promise<{ readonly head: StatementHead; readonly rows: readonly FileRow[] }>;
  close(): Promise<void>;
}

type Pool = WorkerPool<FileTask, readonly FileRow[], FileResult>;

const WORKER = new URL('../documents/untrusted/files.worker.ts', import.meta.url);

const COMMON = {
  name: 'untrusted files',
  url: WORKER,
  waitMs: 15_000,
  idleMs: 15_000,
  memoryMb: 256,
} as const;

/** Tables may take long: one processor at least stays with the server and the database. */
const TABLES: PoolOptions = {
  ...COMMON,
  size: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 8,
  perOwner: 3,
  taskMs: 10_000,
};

/** Checks are short; a table that takes long does not delay them. */
const CHECKS: PoolOptions = { ...COMMON, size: 1, waiting: 32, perOwner: 8, taskMs: 5_000 };

/** Every answer that is no verdict on the file; `onFault` turns limits into one. */
async function isolated<R>(
  work: () => Promise<R>,
  { log, onFault }: { log: Logger; onFault: (fault: 'time' | 'memory' | 'crash') => Error },
): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
    switch (error.fault) {
      case 'busy':
      case 'share':
        throw tooManyTasks(error.fault);
      default:
        log.warn({ err: error, cause: error.cause }, 'a file from outside broke its limits');
        throw onFault(error.fault);
    }
  }
}

/** Threads start with the first file. */
export function untrustedFiles(
  log: Logger,
  limits: { readonly tables?: Partial<PoolOptions>; readonly checks?: Partial<PoolOptions> } = {},
): UntrustedFiles {
  const tables: Pool = new WorkerPool({ ...TABLES, ...limits.tables });
  const checks: Pool = new WorkerPool({ ...CHECKS, ...limits.checks });

  const factsOf = (result: FileResult, content: Buffer): CheckedUpload => {
    if (result.kind === 'facts') return { ...result.facts, content };
    if (result.kind === 'refused' && result.by === 'upload') throw new UploadError(result.code);
    if (result.kind === 'refused' && result.by === 'logo') throw new LogoError(result.code);
    throw new Error('a check answered with a table');
  };

  return {
    async checkUpload(source, { owner, use = 'attachments' }) {
      const maxBytes = maxBytesOf(use);
      const content = Buffer.isBuffer(source) ? source : await collectUpload(source, maxBytes);
      const result = await isolated(
        () => {
          const bytes = new Uint8Array(content);
          const task: FileTask = { kind: 'upload', content: bytes, maxBytes, use };
          return checks.run(task, { owner, transfer: [bytes.buffer] });
        },
        {
          log,
          onFault: () => wrongKind(use),
        },
      );
      return factsOf(result, content);
    },

    async checkPhoto(source, owner) {
      const maxBytes = maxBytesOf('photos');
      const content = Buffer.isBuffer(source) ? source : await collectUpload(source, maxBytes);
      const result = await isolated(
        () => {
          const bytes = new Uint8Array(content);
          return checks.run(
            { kind: 'photo', content: bytes, maxBytes },
            { owner, transfer: [bytes.buffer] },
          );
        },
        { log, onFault: () => wrongKind('photos') },
      );
      return result.kind === 'photo'
        ? { ...result.facts, content: Buffer.from(result.content) }
        : factsOf(result, content);
    },

    async checkLogo(content, owner) {
      const result = await isolated(
        () => {
          const bytes = new Uint8Array(content);
          return checks.run({ kind: 'logo', content: bytes }, { owner, transfer: [bytes.buffer] });
        },
        { log, onFault: () => new LogoError('LOGO_TYPE') },
      );
      return factsOf(result, content);
    },

    async readTable({ content, mime }, tableLimits, owner) {
      const rows: FileRow[] = [];
      const result = await isolated(
        () => {
          const bytes = new Uint8Array(content);
          return tables.run(
            { kind: 'table', content: bytes, mime, limits: tableLimits },
            { owner, transfer: [bytes.buffer], onPart: (part) => rows.push(...part) },
          );
        },
        {
          log,
          onFault: (fault) =>
            new TableError(
              fault === 'time' ? 'TABLE_SLOW' : fault === 'memory' ? 'TABLE_LARGE' : 'TABLE_BROKEN',
            ),
        },
      );
      if (result.kind === 'table') return { rows, unread: result.unread };
      if (result.kind === 'refused' && result.by === 'table') throw new TableError(result.code);
      throw new Error('a table answered with a check');
    },

    async readStatement(content, limitsOf, owner) {
      const rows: FileRow[] = [];
      const result = await isolated(
        () => {
          const bytes = new Uint8Array(content);
          return tables.run(
            { kind: 'statement', content: bytes, limits: limitsOf },
            { owner, transfer: [bytes.buffer], onPart: (part) => rows.push(...part) },
          );
        },
        {
          log,
          onFault: (fault) =>
            new StatementError(fault === 'time' ? 'STATEMENT_SLOW' : 'STATEMENT_BROKEN'),
        },
      );
      if (result.kind === 'statement') return { head: result.head, rows };
      if (result.kind === 'refused' && result.by === 'statement') {
        throw new StatementError(result.code);
      }
      throw new Error('a statement answered with something else');
    },

    close: async () => {
      await Promise.all([tables.close(), checks.close()]);
    },
  };
}
