import { type ApiError, callRow, isApiError, NO_RESPONSE } from '@boxyard/shared/client';
import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { MAX_PIECE_SIZE } from '@boxyard/shared/contract/areas/jobUploads.ts';
import type { Sent } from './sendSteps.ts';
import type { Step, StepPhoto } from './steps.ts';

/** Neither notices nor redirects: the day's page says what becomes of its steps. */
const QUIET = { silent: true, loading: false, redirect: false } as const;

interface UploadState {
  readonly received: number;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Sends what is missing of a photograph, piece by piece; a broken line goes on where it broke. */
async function sendPieces({ id, jobId }: Step, { fileName, bytes }: StepPhoto): Promise<void> {
  const send = async (key: string, params: Readonly<Record<string, string>>, body: unknown) => {
    const { data } = (await callRow(key, { params, body, ...QUIET })) as { data: UploadState };
    return data.received;
  };
  let received = await send(
    'jobUploads.begin',
    { id: jobId },
    { uploadId: id, fileName, size: bytes.length },
  );
  while (received < bytes.length) {
    const piece = bytes.subarray(received, received + MAX_PIECE_SIZE);
    received = await send(
      'jobUploads.add',
      { id: jobId, uploadId: id },
      { startsAt: received, content: toBase64(piece) },
    );
  }
}

/** True where a repetition may succeed: the server was not reached, is busy, or wants a sign-in first. */
const mayYetBeTaken = ({ statusCode }: ApiError): boolean =>
  statusCode === NO_RESPONSE || statusCode === 401 || statusCode === 429 || statusCode >= 500;

/** Sends one step under its id; `onJob` gets the job as the server answers it. */
export async function sendStep(
  step: Step & { readonly version: number },
  onJob: (job: JobDetail) => Promise<void>,
): Promise<Sent> {
  const { id, jobId, action, body, photo, version } = step;
  try {
    if (photo !== undefined) await sendPieces(step, photo);
    const { data } = (await (photo === undefined
      ? callRow(`jobs.${action}`, {
          params: { id: jobId },
          body: { ...body, version },
          idempotencyKey: id,
          ...QUIET,
        })
      : callRow('jobUploads.attach', {
          params: { id: jobId, uploadId: id },
          idempotencyKey: id,
          ...QUIET,
        }))) as { data: JobDetail };
    await onJob(data);
    // A photograph leaves the version alone; a change by somebody else meanwhile is not passed over.
    return { kind: 'done', version: photo === undefined ? data.version : version };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (mayYetBeTaken(error)) return { kind: 'later' };
    // It was done long ago, and the job was taken from this person since.
    if (error.code === 'STEP_DONE') return { kind: 'done', version };
    const { code, message, errors } = error;
    const said = errors.map((one) => ({ field: one.field, message: one.message }));
    return { kind: 'refused', problem: { code, message, errors: said } };
  }
}
