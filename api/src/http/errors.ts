import type { ErrorBody } from '@boxyard/shared/contract';
import { errorText } from '@boxyard/shared/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import { asAnswer } from '../kernel/pgErrors.ts';
import type { Locale } from '../kernel/types.ts';

/** The caller's language: the first of en and th that Accept-Language names. */
export function localeOf(request: FastifyRequest): Locale {
  const header = request.headers['accept-language'] ?? '';
  const found = /(?:^|,)\s*(en|th)\b/i.exec(header)?.[1]?.toLowerCase();
  return found === 'th' ? 'th' : 'en';
}

/** The body of handbook "Error", every text in the caller's language. */
export function errorBody(error: AppError, locale: Locale, requestId: string): ErrorBody {
  const params = { ...error.details, requestId };
  return {
    statusCode: error.statusCode,
    code: error.code,
    message: errorText(locale, error.code, params),
    ...(error.faults.length > 0
      ? {
          errors: error.faults.map(({ field, code, params: own }) => ({
            field,
            code,
            message: errorText(locale, code, own),
            ...(own ? { params: own } : {}),
          })),
        }
      : {}),
    ...(error.details ? { details: error.details } : {}),
    requestId,
  };
}

interface FrameworkError extends Error {
  readonly statusCode?: number;
  readonly code?: string;
}

/** What the framework refused, as one of ours; null for a fault of the server. */
function known(error: FrameworkError): AppError | null {
  if (error instanceof AppError) return error;
  const status = error.statusCode ?? 500;
  if (status === 413) return new AppError(413, 'TOO_LARGE');
  if (status === 415) return new AppError(415, 'UNSUPPORTED_TYPE');
  if (status === 429) return new AppError(429, 'RATE_LIMIT');
  if (status === 503) return new AppError(503, 'UNAVAILABLE');
  if (status === 404) return new AppError(404, 'NOT_FOUND');
  return status >= 400 && status < 500 ? new AppError(400, 'MALFORMED') : null;
}

/** Sends any error in the one shape; faults of the server are logged with the request's id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = known(asAnswer(error, {}) as FrameworkError);
  if (answer === null) request.log.error({ err: error }, 'unexpected');
  const shown = answer ?? new AppError(500, 'INTERNAL');
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (shown.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(shown.retryAfterSeconds));
  }
  reply
    .code(shown.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(shown, localeOf(request), request.id)));
}
