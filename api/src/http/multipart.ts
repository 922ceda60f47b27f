import type { MutationEndpoint } from '@boxyard/shared/contract';
import type { FastifyRequest } from 'fastify';
import { displayFileName, maxBytesOf, UploadError } from '../documents/files.ts';
import {
  AppError,
  invalid,
  malformed,
  type UntrustedFiles,
  type UploadedFile,
} from '../kernel/index.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 20_000;

interface Parts {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
}

type FileRule = NonNullable<MutationEndpoint['files']>;

/** Reads a multipart body: text fields, and files checked by their content. */
export async function readMultipart(
  request: FastifyRequest,
  { field, max, accepts, optional }: FileRule,
  { untrusted, owner }: { readonly untrusted: UntrustedFiles; readonly owner: string },
): Promise<Parts> {
  if (!request.isMultipart()) throw new AppError(415, 'UNSUPPORTED_TYPE');
  const fields: Record<string, string> = {};
  const files: UploadedFile[] = [];
  const parts = partsOf(request, {
    fileSize: maxBytesOf(accepts),
    files: max,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value;
      continue;
    }
    if (part.fieldname !== field) {
      throw invalid([{ field: part.fieldname, code: 'UNKNOWN_KEY' }]);
    }
    // A form without a script sends an empty part where no file was chosen.
    if (accepts === 'photos' && part.filename === '') {
      part.file.resume();
      continue;
    }
    const place = `${field}[${files.length}]`;
    try {
      const { ext, ...checked } = await (accepts === 'photos'
        ? untrusted.checkPhoto(part.file, owner)
        : untrusted.checkUpload(part.file, { owner, use: accepts }));
      files.push({ field, fileName: displayFileName(part.filename, ext), ...checked });
    } catch (error) {
      // It broke off in the midst of this file.
      if (error === part.file.errored) throw asRefused(error);
      if (!(error instanceof UploadError)) throw error;
      throw uploadRefused(error, place, maxBytesOf(accepts));
    }
  }
  if (files.length === 0 && !optional) throw invalid([{ field, code: 'FILE_REQUIRED' }]);
  return { fields, files };
}

type Limits = NonNullable<NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']>;

/** The parts of the body; one that is no form, or breaks off, is refused as malformed. */
async function* partsOf(request: FastifyRequest, limits: Limits) {
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw asRefused(error);
  }
}

/** The library names the limits that it holds; other errors of its reader are about the sender's bytes. */
const asRefused = (error: unknown): unknown =>
  error instanceof Error && 'statusCode' in error ? error : malformed();

function uploadRefused(error: UploadError, field: string, maxBytes: number): AppError {
  const params = { max: `${maxBytes / 1024 / 1024} MB` };
  const faults = [{ field, code: error.code, params }];
  return error.statusCode === 413
    ? new AppError(413, 'TOO_LARGE', { faults })
    : new AppError(415, 'UNSUPPORTED_TYPE', { faults });
}
