/** An error that PostgreSQL or its driver reports. */
export interface PgError extends Error {
  readonly code: string;
  readonly constraint?: string;
  /** The table whose constraint refused: of a foreign key the one that refers. */
  readonly table?: string;
  readonly detail?: string;
}

export const isPgError = (error: unknown): error is PgError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** Serialisation failure, deadlock: the whole transaction is worth another try. */
export const isRetryable = (error: unknown): boolean =>
  isPgError(error) && (error.code === '40001' || error.code === '40P01');

/** "Current transaction is aborted": an earlier statement of it failed. */
export const isFollowUp = (error: unknown): boolean => isPgError(error) && error.code === '25P02';

/** A migration changed a table under a prepared statement: a new connection prepares it anew. */
export const isStalePlan = (error: unknown): boolean =>
  isPgError(error) && error.code === '0A000' && /cached plan/.test(error.message);
