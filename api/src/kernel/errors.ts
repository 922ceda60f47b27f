// The texts of what the server refuses.
import '@boxyard/shared/domain/texts/serverErrors.ts';
import type { FieldError } from '@boxyard/shared/contract';

/** One field's fault before its text is known. */
export interface FieldFault {
  /** Path into the body: `items[2].quantity`. */
  readonly field: string;
  /** Key of shared/domain/texts/errors.*.json. */
  readonly code: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

type Details = Readonly<Record<string, unknown>>;

/**
 * An answer that is not a success. Thrown anywhere below a handler; the transaction is rolled back
 * and the body of domain-conventions "Errors" is written in the caller's language.
 */
export class AppError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly faults: readonly FieldFault[];
  readonly details: Details | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    statusCode: number,
    code: string,
    extra: { faults?: readonly FieldFault[]; details?: Details; retryAfterSeconds?: number } = {},
  ) {
    super(code);
    this.name = 'AppError';
    this.statusCode = statusCode;
    this.code = code;
    this.faults = extra.faults ?? [];
    this.details = extra.details;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}

/** After so long a worker thread may be free. */
const RETRY_SECONDS = 5;

/** Too many tasks wait for worker threads: 503 where those of everybody do, 429 where one person's do. */
export const tooManyTasks = (whose: 'busy' | 'share'): AppError =>
  whose === 'busy'
    ? new AppError(503, 'UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS })
    : new AppError(429, 'RATE_LIMIT', {
        details: { seconds: RETRY_SECONDS },
        retryAfterSeconds: RETRY_SECONDS,
      });

/** 422 with every field's fault at once. */
export const invalid = (faults: readonly FieldFault[]): AppError =>
  new AppError(422, 'VALIDATION', { faults });

/** Throws `invalid` when there is anything to say. */
export function refuseFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw invalid(faults);
}

/**
 * 409: the state of things is against it. `details` also fills the {params} of the code's text; `faults`
 * say it at the fields of a form.
 */
export const conflict = (
  code: string,
  details?: Details,
  faults: readonly FieldFault[] = [],
): AppError => new AppError(409, code, { ...(details ? { details } : {}), faults });

/** 409 DUPLICATE naming the field, as unique violations do. */
export const duplicate = (field: string): AppError =>
  new AppError(409, 'DUPLICATE', { faults: [{ field, code: 'DUPLICATE' }], details: { field } });

/** 404: there is no such record, or it is out of this person's scope. */
export const notFound = (): AppError => new AppError(404, 'NOT_FOUND');
/** 403: the ability is missing. Never from a look-up. */
export const forbidden = (): AppError => new AppError(403, 'FORBIDDEN');
export const unauthenticated = (): AppError => new AppError(401, 'UNAUTHENTICATED');
/** 400: not even readable. */
export const malformed = (code = 'MALFORMED'): AppError => new AppError(400, code);

/** 409 VERSION_CONFLICT unless the caller saw the row's present version. */
export function expectVersion(row: { readonly version: number }, version: number): void {
  if (row.version !== version) {
    throw conflict('VERSION_CONFLICT', { current: row.version, sent: version });
  }
}

export type { FieldError };
