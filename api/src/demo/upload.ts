import { createHash } from 'node:crypto';
import type { UploadedFile } from '../kernel/index.ts';

/** A file as a person's browser sends it. */
export const upload = (fileName: string, mime: string, content: Buffer): UploadedFile => ({
  field: 'file',
  fileName,
  mime,
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  content,
});
