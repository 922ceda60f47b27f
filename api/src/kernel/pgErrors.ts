import { AppError, conflict, duplicate, invalid, malformed } from './errors.ts';

interface PgError extends Error {
  readonly code: string;
  readonly constraint?: string;
  readonly detail?: string;
}

const isPgError = (error: unknown): error is PgError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** Serialisation failure, deadlock: the whole transaction is worth another try. */
export const isRetryable = (error: unknown): boolean =>
  isPgError(error) && (error.code === '40001' || error.code === '40P01');

/** "Current transaction is aborted": an earlier statement of it failed. */
export const isFollowUp = (error: unknown): boolean => isPgError(error) && error.code === '25P02';

/** A migration changed a table under a prepared statement: a new connection prepares it anew. */
export const isStalePlan = (error: unknown): boolean =>
  isPgError(error) && error.code === '0A000' && /cached plan/.test(error.message);

/** The database went away; whoever asks later may be served. */
const LOST = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  '55P03',
  '57014',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * What the database refused, as an answer: user input never makes a 500 (handbook "Error").
 * Anything else comes back as it was.
 */
export function asAnswer(error: unknown, fields: Readonly<Record<string, string>>): unknown {
  if (error instanceof AppError || !isPgError(error)) return error;
  const { code, constraint = '' } = error;
  if (code === '23505') return duplicate(fields[constraint] ?? 'id');
  if (code === '23503') {
    return error.detail?.includes('still referenced') === true
      ? conflict('IN_USE', { constraint })
      : invalid([{ field: fields[constraint] ?? 'id', code: 'UNKNOWN_ID' }]);
  }
  if (code === '23514' || code === '23502') {
    return invalid([{ field: fields[constraint] ?? constraint, code: 'TYPE' }]);
  }
  if (code === '22003' || code === '22001') {
    return invalid([{ field: fields[constraint] ?? '', code: 'TYPE' }]);
  }
  if (
    code === '22P02' ||
    code === '22P05' ||
    code === '22021' ||
    code === '22007' ||
    code === '22008'
  ) {
    return malformed();
  }
  if (code === 'BX405') return new AppError(405, 'APPEND_ONLY');
  if (isRetryable(error)) return conflict('BUSY_RETRY');
  if (
    LOST.has(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  ) {
    return new AppError(503, 'UNAVAILABLE', { retryAfterSeconds: 2 });
  }
  return error;
}
