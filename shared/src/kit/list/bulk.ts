import { callRow } from '../../client/call.ts';

/** What came of one row of a bulk action. */
export interface BulkResult {
  readonly name: string;
  readonly ok: boolean;
  /** Why not, in the server's words. */
  readonly message: string | null;
}

export interface BulkRow {
  readonly id: string;
  readonly name: string;
  readonly body: unknown;
}

/**
 * Does one call after the other, so that a refusal of one row says nothing about the next and the
 * server's order of locks is the visitor's order of rows.
 */
export async function runBulk(
  endpoint: string,
  rows: readonly BulkRow[],
  onProgress: (done: number) => void,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const { id, name, body } of rows) {
    try {
      await callRow(endpoint, { params: { id }, body, silent: true });
      results.push({ name, ok: true, message: null });
    } catch (error) {
      results.push({ name, ok: false, message: error instanceof Error ? error.message : null });
    }
    onProgress(results.length);
  }
  return results;
}
