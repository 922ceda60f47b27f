import {
  type CheckedUpload,
  checkUpload,
  UploadError,
  type UploadErrorCode,
  type UploadUse,
} from '../files.ts';
import type { LogoFault } from '../logo.ts';
import { withoutMetadata } from '../photos.ts';
import { readStatement } from '../statements/readStatement.ts';
import {
  StatementError,
  type StatementFault,
  type StatementHead,
} from '../statements/statementFile.ts';
import { readTableFile } from '../tables/readTable.ts';
import {
  type FileRow,
  TableError,
  type TableFault,
  type TableLimits,
} from '../tables/tableFile.ts';

/** What is done with a file from outside, in a thread of its own. */
export type FileTask = { readonly content: Uint8Array<ArrayBuffer> } & (
  | { readonly kind: 'upload'; readonly use: UploadUse; readonly maxBytes: number }
  | { readonly kind: 'logo' }
  | { readonly kind: 'photo'; readonly maxBytes: number }
  | { readonly kind: 'table'; readonly mime: string; readonly limits: TableLimits }
  | { readonly kind: 'statement'; readonly limits: TableLimits }
);

/** What is found out about a file; its content stays where it is. */
export type FileFacts = Omit<CheckedUpload, 'content'>;

export type FileResult =
  | { readonly kind: 'facts'; readonly facts: FileFacts }
  /** A photograph as it is kept, which is another one than was sent. */
  | {
      readonly kind: 'photo';
      readonly facts: FileFacts;
      readonly content: Uint8Array<ArrayBuffer>;
    }
  /** Its rows have been sent before. */
  | { readonly kind: 'table'; readonly unread: readonly string[] }
  | { readonly kind: 'statement'; readonly head: StatementHead }
  | { readonly kind: 'refused'; readonly by: 'upload'; readonly code: UploadErrorCode }
  | { readonly kind: 'refused'; readonly by: 'logo'; readonly code: LogoFault }
  | { readonly kind: 'refused'; readonly by: 'table'; readonly code: TableFault }
  | { readonly kind: 'refused'; readonly by: 'statement'; readonly code: StatementFault };

/** Rows sent at a time, so that taking them over never holds the server up. */
const ROWS = 200;

/** Does the task; what is wrong with the file is an answer, not an error. */
export async function runTask(
  task: FileTask,
  send: (rows: readonly FileRow[]) => void,
): Promise<FileResult> {
  const content = Buffer.from(task.content.buffer);
  try {
    switch (task.kind) {
      case 'upload':
        return factsOf(await checkUpload(content, task.maxBytes, task.use));
      case 'logo':
        return await logoFacts(content);
      case 'photo':
        return await photoOf(content, task.maxBytes);
      case 'table': {
        const { rows, unread } = await readTableFile(content, task.mime, task.limits);
        for (let at = 0; at < rows.length; at += ROWS) send(rows.slice(at, at + ROWS));
        return { kind: 'table', unread };
      }
      case 'statement': {
        const { head, rows } = await readStatement(content, task.limits);
        for (let at = 0; at < rows.length; at += ROWS) send(rows.slice(at, at + ROWS));
        return { kind: 'statement', head };
      }
    }
  } catch (error) {
    if (error instanceof UploadError) return { kind: 'refused', by: 'upload', code: error.code };
    if (error instanceof TableError) return { kind: 'refused', by: 'table', code: error.code };
    if (error instanceof StatementError) {
      return { kind: 'refused', by: 'statement', code: error.code };
    }
    throw error;
  }
}

/** A photograph without what it tells of its place and camera, checked once more as it is then. */
async function photoOf(content: Buffer, maxBytes: number): Promise<FileResult> {
  const { mime } = await checkUpload(content, maxBytes, 'photos');
  const plain = new Uint8Array(withoutMetadata(content, mime));
  const { content: _, ...facts } = await checkUpload(Buffer.from(plain.buffer), maxBytes, 'photos');
  return { kind: 'photo', facts, content: plain };
}

async function logoFacts(content: Buffer): Promise<FileResult> {
  // It brings the PDF library along, which no other task needs.
  const { checkLogo, LogoError } = await import('../logo.ts');
  try {
    return factsOf(await checkLogo(content));
  } catch (error) {
    if (!(error instanceof LogoError)) throw error;
    return { kind: 'refused', by: 'logo', code: error.code };
  }
}

function factsOf({ mime, ext, sha256, size }: CheckedUpload): FileResult {
  return { kind: 'facts', facts: { mime, ext, sha256, size } };
}
