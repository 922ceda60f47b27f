import { isPgError, isRetryable } from '../db/errors.ts';
import { AppError, conflict, duplicate, invalid, malformed } from './errors.ts';
import { familyOfTable } from './references.ts';

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

const NO_CONNECTION = /^timeout exceeded when trying to connect|^Connection terminated/;

const away = () => new AppError(503, 'UNAVAILABLE', { retryAfterSeconds: 2 });

/**
 * What the database refused, as an answer: user input never makes a 500 (domain-conventions "Errors").
 * Anything else comes back as it was.
 */
export function asAnswer(error: unknown, fields: Readonly<Record<string, string>>): unknown {
  if (error instanceof AppError) return error;
  // The pool's own errors have no code.
  if (error instanceof Error && NO_CONNECTION.test(error.message)) return away();
  if (!isPgError(error)) return error;
  const { code, constraint = '', table = '' } = error;
  if (code === '23505') return duplicate(fields[constraint] ?? 'id');
  if (code === '23503') {
    return error.detail?.includes('still referenced') === true
      ? conflict('IN_USE', { references: [{ family: familyOfTable(table), count: 1 }] })
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
  if (code === 'BX409') return conflict('CUSTOMER_MERGED');
  if (code === 'BX405') return new AppError(405, 'APPEND_ONLY');
  // Two who write at once: periods that overlap are refused by an exclusion constraint.
  if (code === '23P01' || isRetryable(error)) return conflict('BUSY_RETRY');
  return LOST.has(code) ? away() : error;
}
