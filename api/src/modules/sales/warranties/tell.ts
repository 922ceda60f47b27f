import { asSystem, type Ctx, record } from '../../../kernel/index.ts';

/** What became of a warranty or request by an event elsewhere, and the document that brought it. */
export interface Change {
  readonly diff: Readonly<Record<string, unknown>>;
  readonly reason?: string | null;
}

interface Told {
  readonly subject: 'warranties' | 'warrantyRequests';
  readonly id: string;
  readonly companyId: string;
  readonly documentNo: string | null;
  readonly status: string;
}

/**
 * Writes to its timeline what changed with its contract, its container or its money, by no action of its
 * own; nothing where nothing did.
 */
export async function tellChange(
  ctx: Ctx,
  row: Told,
  { diff, reason = null }: Change,
): Promise<void> {
  if (Object.keys(diff).length === 0) return;
  await record(asSystem(ctx), {
    subject: row.subject,
    subjectId: row.id,
    companyId: row.companyId,
    label: row.documentNo,
    action: 'update',
    from: row.status,
    to: row.status,
    reason,
    diff,
    touches: ['products'],
  });
}

/** What of a row another value is set to. */
export const differenceOf = (
  before: Readonly<Record<string, unknown>>,
  set: Readonly<Record<string, unknown>>,
): Change['diff'] =>
  Object.fromEntries(
    Object.entries(set).flatMap(([name, to]) =>
      before[name] === to ? [] : [[name, { from: before[name], to }]],
    ),
  );
