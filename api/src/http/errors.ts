import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@boxyard/shared/contract';
import { errorText } from '@boxyard/shared/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, asAnswer, type FieldFault, type Locale } from '../kernel/index.ts';

/** The caller's language: the first of en and th that Accept-Language names. */
export function localeOf(request: FastifyRequest): Locale {
  const header = request.headers['accept-language'] ?? '';
  const found = /(?:^|,)\s*(en|th)\b/i.exec(header)?.[1]?.toLowerCase();
  return found === 'th' ? 'th' : 'en';
}

/** Faults that one answer names: a form has fewer fields, and fewer unknown ones. */
const MAX_FAULTS = 200;
const MAX_UNKNOWN_KEYS = 20;
/** Characters of a field's path: an unknown key is as long as its sender likes. */
const MAX_FIELD = 200;

/** The first faults: an answer must not be many times as large as what it answers. */
function shownFaults(faults: readonly FieldFault[]): FieldFault[] {
  const shown: FieldFault[] = [];
  let unknown = 0;
  for (const fault of faults) {
    if (shown.length === MAX_FAULTS) break;
    if (fault.code === 'UNKNOWN_KEY') unknown += 1;
    if (fault.code !== 'UNKNOWN_KEY' || unknown <= MAX_UNKNOWN_KEYS) shown.push(fault);
  }
  return shown;
}

/** The body of domain-conventions "Errors", every text in the caller's language. */
export function errorBody(error: AppError, locale: Locale, requestId: string): ErrorBody {
  const params = { ...error.details, requestId };
  const shown = shownFaults(error.faults);
  return {
    statusCode: error.statusCode,
    code: error.code,
    message: errorText(locale, error.code, params),
    ...(error.faults.length > 0
      ? {
          errors: shown.map(({ field, code, params: own }) => ({
            field: field.length > MAX_FIELD ? `${field.slice(0, MAX_FIELD)}…` : field,
            code,
            message: errorText(locale, code, own),
            ...(own ? { params: own } : {}),
          })),
        }
      : {}),
    ...(shown.length < error.faults.length ? { errorCount: error.faults.length } : {}),
    ...(error.details ? { details: error.details } : {}),
    requestId,
  };
}

interface FrameworkError extends Error {
  readonly statusCode?: number;
  readonly code?: string;
}

/** Faults of stored files, which are logged where they happen. */
const OF_FILES: ReadonlySet<string> = new Set([
  'FILE_MISSING',
  'FILE_DAMAGED',
  'FILES_UNAVAILABLE',
]);

/** What the framework refused, as one of ours; null for a fault of the server. */
function known(error: FrameworkError): AppError | null {
  if (error instanceof AppError) return error;
  const status = error.statusCode ?? 500;
  if (OF_FILES.has(error.code ?? '')) {
    return new AppError(
      status,
      String(error.code),
      status === 503 ? { retryAfterSeconds: 30 } : {},
    );
  }
  if (status === 413) return new AppError(413, 'TOO_LARGE');
  if (status === 415) return new AppError(415, 'UNSUPPORTED_TYPE');
  if (status === 429) return new AppError(429, 'RATE_LIMIT');
  if (status === 503) return new AppError(503, 'UNAVAILABLE', { retryAfterSeconds: 5 });
  if (status === 404) return new AppError(404, 'NOT_FOUND');
  return status >= 400 && status < 500 ? new AppError(400, 'MALFORMED') : null;
}

/** Any error as a refusal; faults of the server are logged with the request's id. */
export function asRefusal(error: unknown, request: FastifyRequest): AppError {
  const answer = known(asAnswer(error, {}) as FrameworkError);
  if (answer === null) request.log.error({ err: error }, 'unexpected');
  return answer ?? new AppError(500, 'INTERNAL');
}

/** Sends any error in the one shape. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const shown = asRefusal(error, request);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (shown.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(shown.retryAfterSeconds));
  }
  // Of the answer that was meant: a file that fails before its first byte.
  for (const name of ['content-encoding', 'content-disposition', 'content-length', 'etag']) {
    reply.removeHeader(name);
  }
  reply
    .code(shown.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(shown, localeOf(request), request.id)));
}

/** Errors of ours by the codes with which the HTTP parser refuses bytes. */
const PARSER_REFUSALS: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: new AppError(431, 'TOO_LARGE'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError(408, 'MALFORMED'),
};

/**
 * Answers bytes that never became a request (an address or headers that are too long) in the one shape.
 * Their headers are not known, so that the text is English.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const refusal = PARSER_REFUSALS[error.code ?? ''] ?? new AppError(400, 'MALFORMED');
    const { statusCode } = refusal;
    const requestId = randomUUID();
    const body = JSON.stringify(errorBody(refusal, 'en', requestId));
    socket.write(
      [
        `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
        `content-length: ${Buffer.byteLength(body)}`,
        'content-type: application/json; charset=utf-8',
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        `x-request-id: ${requestId}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroy(error);
}
