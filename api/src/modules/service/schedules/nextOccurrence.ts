import { addDays } from '@boxyard/shared/domain';
import { duesUntil, nextDue, type Schedule } from '@boxyard/shared/domain/service/occurrences.ts';

/** Days of a series that one look back names: ten years of a daily schedule. */
const MOST_MISSED = 4000;

/** A schedule that counts days, and how far one container has come with it. */
export interface Series extends Schedule {
  /** The last day on which it is due; null: it goes on. */
  readonly endsOn: string | null;
  /** The first day that counts: the container stands there and the schedule is in force. */
  readonly from: string;
}

export interface NextOccurrence {
  readonly dueOn: string;
  /** Days of the series that passed before it, on which nobody planned. */
  readonly missedOn: readonly string[];
}

const earlier = (one: string, other: string | null): string =>
  other === null || one < other ? one : other;

const later = (one: string, other: string): string => (one > other ? one : other);

/** The series as it stands on the day before it counts, or after its latest occurrence. */
const begun = ({ from, ...series }: Series): Series => {
  const before = addDays(from, -1);
  const { lastDue } = series;
  return { ...series, from, lastDue: lastDue === null || lastDue < before ? before : lastDue };
};

/**
 * The occurrence that is planned next. Of planned days that passed unplanned, the latest becomes the
 * occurrence and the others are named as missed. Null where the schedule has ended.
 */
export function nextOccurrence(series: Series, today: string): NextOccurrence | null {
  const { basedOn, lastDue, lastDone, endsOn, from } = series;
  const isCounted = basedOn === 'completedDate' && (lastDue !== null || lastDone !== null);
  if (isCounted) {
    const next = nextDue(series);
    const dueOn = later(next, from);
    return endsOn !== null && dueOn > endsOn ? null : { dueOn, missedOn: [] };
  }
  // The first time of a schedule that counts from the day done is a planned one as well.
  const planned = { ...begun(series), basedOn: 'scheduledDate' } as const;
  const passed = duesUntil(planned, earlier(today, endsOn), MOST_MISSED);
  const dueOn = passed.at(-1) ?? nextDue(planned);
  if (endsOn !== null && dueOn > endsOn) return null;
  return { dueOn, missedOn: passed.slice(0, -1) };
}

/** Days of the series after an occurrence that is still open, until a day. */
export function missedSince(
  series: Series,
  { dueOn, until }: { readonly dueOn: string; readonly until: string },
): readonly string[] {
  if (series.basedOn === 'completedDate') return [];
  return duesUntil(
    { ...series, lastDue: dueOn, lastDone: null },
    earlier(until, series.endsOn),
    MOST_MISSED,
  );
}
