import type { AuditDetail, AuditItem, CountOutcomeName } from '@boxyard/shared/contract';
import type { Condition } from '@boxyard/shared/domain';

/** What lies in a bin and is not among the lines, as the call takes it. */
export interface FoundPart {
  readonly partId: string;
  readonly binId: string;
  readonly lotNo: string | null;
  readonly serialNo: string | null;
  readonly condition: Condition;
}

/** A count that was made here and waits to be sent. */
export interface WaitingCount {
  readonly id: string;
  readonly round: number;
  readonly countedAt: string;
  readonly quantity: number | null;
  readonly itemId?: string;
  readonly found?: FoundPart;
  /** What the counter sees of it: `BELT-1 · A-01-03`. */
  readonly label: string;
}

/** A count that did not hold, and why: shown until its counter has read it. */
export interface RefusedCount extends WaitingCount {
  readonly outcome: Exclude<CountOutcomeName, 'saved' | 'older'> | 'closed';
  readonly by: string | null;
}

/** What the browser keeps of a count: nothing of it is lost when the page is loaded anew. */
export interface CountQueue {
  readonly waiting: readonly WaitingCount[];
  readonly refused: readonly RefusedCount[];
  /** Typed and not yet said to be the count. */
  readonly typed: { readonly lineId: string; readonly text: string } | null;
  /** Counts that the server took, until its lines say so themselves. */
  readonly sent: Readonly<Record<string, number | null>>;
}

export const EMPTY: CountQueue = { waiting: [], refused: [], typed: null, sent: {} };

/** What a count is of: a later one of the same takes its place. */
export const subjectOf = ({ itemId, found }: Pick<WaitingCount, 'itemId' | 'found'>): string =>
  itemId ?? JSON.stringify(found);

/** A count just made; one of the same that still waits is no longer needed, unless it is on its way. */
export function withCount(
  queue: CountQueue,
  count: WaitingCount,
  underWay: ReadonlySet<string> = new Set(),
): CountQueue {
  const subject = subjectOf(count);
  return {
    ...queue,
    typed: null,
    waiting: [
      ...queue.waiting.filter((one) => subjectOf(one) !== subject || underWay.has(one.id)),
      count,
    ],
    refused: queue.refused.filter((one) => subjectOf(one) !== subject),
  };
}

interface Result {
  readonly id: string;
  readonly outcome: CountOutcomeName;
  readonly by: { readonly name: string } | null;
}

/** What the server said of counts that were sent. */
export function answered(queue: CountQueue, results: readonly Result[]): CountQueue {
  const byId = new Map(results.map((result) => [result.id, result]));
  const sent = { ...queue.sent };
  const refused: RefusedCount[] = [];
  for (const count of queue.waiting) {
    const result = byId.get(count.id);
    if (!result) continue;
    const { outcome } = result;
    if (outcome === 'saved') sent[subjectOf(count)] = count.quantity;
    else if (outcome !== 'older') refused.push({ ...count, outcome, by: result.by?.name ?? null });
  }
  return {
    ...queue,
    sent,
    waiting: queue.waiting.filter(({ id }) => !byId.has(id)),
    refused: [...queue.refused, ...refused],
  };
}

/** Counting ended before these arrived: they are shown, not dropped. */
export const closed = (queue: CountQueue): CountQueue => ({
  ...queue,
  waiting: [],
  refused: [
    ...queue.refused,
    ...queue.waiting.map((count): RefusedCount => ({ ...count, outcome: 'closed', by: null })),
  ],
});

/** The body of the call: as many as it takes, the oldest first. */
const BATCH = 200;
export const batchOf = (queue: CountQueue, now: Date) => ({
  sentAt: now.toISOString(),
  counts: queue.waiting.slice(0, BATCH).map(({ label: _label, ...count }) => count),
});

/** The lines that the present round wants: all of them, or those to be counted again. */
export const linesToCount = (doc: AuditDetail): AuditItem[] =>
  doc.round > 1 ? doc.items.filter((line) => line.needsRecount) : [...doc.items];

/** A line as its counter sees it: what was counted, here or by somebody else. */
export interface ShownLine {
  readonly line: AuditItem;
  readonly quantity: number | null;
  readonly isWaiting: boolean;
  /** Somebody else has it. */
  readonly by: string | null;
}

export function shownLine(
  line: AuditItem,
  { round, queue, me }: { round: number; queue: CountQueue; me: string },
): ShownLine {
  const waiting = queue.waiting.findLast(({ itemId }) => itemId === line.id);
  if (waiting) return { line, quantity: waiting.quantity, isWaiting: true, by: null };
  const made = round > 1 ? line.recount : line.first;
  const by = made && made.by.id !== me ? made.by.name : null;
  const sent = queue.sent[line.id];
  const known = by === null && sent !== undefined ? sent : (made?.quantity ?? null);
  return { line, quantity: known, isWaiting: false, by };
}

/** Who made the first count does not count the line again. */
export const isOwnFirst = (
  line: AuditItem,
  { round, me }: { round: number; me: string },
): boolean => round > 1 && line.first?.by.id === me;

export interface BinLines {
  readonly id: string;
  readonly code: string;
  readonly lines: readonly ShownLine[];
  readonly open: number;
}

/** The lines by bin, along the way from bin to bin. */
export function byBin(lines: readonly ShownLine[], bins: AuditDetail['bins']): BinLines[] {
  const groups = Map.groupBy(lines, ({ line }) => line.bin.id);
  return bins
    .map((bin) => {
      const own = groups.get(bin.id) ?? [];
      return {
        id: bin.id,
        code: bin.code ?? '',
        lines: own,
        open: own.filter(({ quantity }) => quantity === null).length,
      };
    })
    .sort((a, b) => a.code.localeCompare(b.code));
}
