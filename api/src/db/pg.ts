/** Plain SQL on one connection: named statements for the posting path. */
export interface Pg {
  query<R extends object = Record<string, unknown>>(
    statement: string | { text: string; name?: string; values?: readonly unknown[] },
    values?: readonly unknown[],
  ): Promise<{ rows: R[]; rowCount: number | null }>;
}
