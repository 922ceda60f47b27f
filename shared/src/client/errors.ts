import type { ErrorBody, FieldError } from '../contract/endpoint.ts';

/** No answer at all: the server could not be reached, or the time was up. */
export const NO_RESPONSE = 0;

/** Every failure of a call, as the server described it (domain-conventions "Errors"). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; `NO_RESPONSE` when there was none. */
  readonly statusCode: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** Whether `message` is the server's own sentence, fit to be shown. */
  readonly fromServer: boolean;

  constructor(body: Partial<ErrorBody> & { statusCode: number }, fallback: string) {
    super(body.message ?? fallback);
    this.statusCode = body.statusCode;
    this.code = body.code ?? (body.statusCode === NO_RESPONSE ? 'NO_RESPONSE' : 'UNKNOWN');
    this.errors = body.errors ?? [];
    this.details = body.details ?? {};
    this.requestId = body.requestId ?? null;
    this.fromServer = body.message !== undefined;
  }
}

/** Whether a failed call was refused for this reason, e.g. `isApiError(error, 'VERSION_CONFLICT')`. */
export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);

/** The message of each field, by its path, for a form. */
export const fieldErrors = (error: unknown): Record<string, FieldError> =>
  isApiError(error) ? Object.fromEntries(error.errors.map((one) => [one.field, one])) : {};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Reads an error answer; a proxy's HTML page leaves only the status. */
export function toApiError(statusCode: number, body: unknown, fallback: string): ApiError {
  if (!isRecord(body)) return new ApiError({ statusCode }, fallback);
  const { code, message, errors, details, requestId } = body;
  return new ApiError(
    {
      statusCode,
      ...(typeof code === 'string' ? { code } : {}),
      ...(typeof message === 'string' ? { message } : {}),
      ...(Array.isArray(errors) ? { errors: errors as FieldError[] } : {}),
      ...(isRecord(details) ? { details } : {}),
      ...(typeof requestId === 'string' ? { requestId } : {}),
    },
    fallback,
  );
}
