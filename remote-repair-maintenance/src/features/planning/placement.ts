import { addDays, bangkokDate, startOfBangkokDay } from '@boxyard/shared/domain';

/** Spans of the calendar: hours of one day, or days. */
export const PLANNING_VIEWS = ['day', 'week', 'month'] as const;
export type PlanningView = (typeof PLANNING_VIEWS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Hours that a day shows; what lies outside is drawn at its edge. */
export const DAY_HOURS = { from: 6, to: 22 } as const;
/** Appointments move in quarters of an hour. */
export const STEP_MS = 15 * MINUTE_MS;
/** An appointment that nobody has timed yet: an hour from nine. */
const FIRST_HOUR = 9;
const FIRST_LENGTH = HOUR_MS;

/** A job on the calendar, or on its way there. */
export interface Placement {
  readonly technicianId: string;
  readonly start: number;
  readonly end: number;
}

/** The days that a view shows around a day; weeks begin on Monday. */
export function daysShown(view: PlanningView, day: string): readonly string[] {
  if (view === 'day') return [day];
  const first = view === 'week' ? mondayBefore(day) : `${day.slice(0, 7)}-01`;
  const length = view === 'week' ? 7 : new Date(Date.UTC(...nextMonth(day), 0)).getUTCDate();
  return Array.from({ length }, (_, index) => addDays(first, index));
}

function mondayBefore(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

const nextMonth = (day: string): [number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
];

/** Milliseconds of the hours that one day shows. */
const WINDOW_MS = (DAY_HOURS.to - DAY_HOURS.from) * HOUR_MS;
const windowStart = (day: string): number =>
  startOfBangkokDay(day).getTime() + DAY_HOURS.from * HOUR_MS;

/** Share of a day's width, from 0 to 1, at which an instant is drawn. */
export const fractionOf = (instant: number, day: string): number =>
  Math.min(1, Math.max(0, (instant - windowStart(day)) / WINDOW_MS));

const snapped = (instant: number): number => Math.round(instant / STEP_MS) * STEP_MS;

const timeOfDay = (instant: number): number =>
  instant - startOfBangkokDay(bangkokDate(new Date(instant))).getTime();

/** The same time on another day. */
const onDay = (placed: Placement, day: string): Placement => {
  const start = startOfBangkokDay(day).getTime() + timeOfDay(placed.start);
  return { ...placed, start, end: start + placed.end - placed.start };
};

/** A job of the backlog as it first lies on the calendar: an hour from nine on the first day. */
export function firstPlacement(technicianId: string, day: string): Placement {
  const start = startOfBangkokDay(day).getTime() + FIRST_HOUR * HOUR_MS;
  return { technicianId, start, end: start + FIRST_LENGTH };
}

interface Drop {
  readonly view: PlanningView;
  readonly days: readonly string[];
  readonly technicianId: string;
  /** Share of the row's width under the pointer. */
  readonly fraction: number;
  /** Share of the row's width by which it was moved; null for a job of the backlog. */
  readonly moved: number | null;
}

/** Placement of a job that is dropped on a technician's row. Days keep its time, hours change it. */
export function dropped(placed: Placement | null, drop: Drop): Placement {
  const { view, days, technicianId, fraction, moved } = drop;
  const at = Math.min(days.length - 1, Math.max(0, Math.floor(fraction * days.length)));
  const day = days[at] ?? '';
  const own = { ...(placed ?? firstPlacement(technicianId, day)), technicianId };
  if (view !== 'day') return onDay(own, day);
  const start =
    moved === null
      ? snapped(windowStart(day) + fraction * WINDOW_MS)
      : snapped(own.start + moved * WINDOW_MS);
  return { ...own, start, end: start + own.end - own.start };
}

/** An appointment whose end is moved by a share of the day's width; it lasts a quarter of an hour at least. */
export function resized(placed: Placement, moved: number): Placement {
  const end = snapped(placed.end + moved * WINDOW_MS);
  return { ...placed, end: Math.max(placed.start + STEP_MS, end) };
}

interface Grid {
  readonly view: PlanningView;
  readonly days: readonly string[];
  /** Technicians in the order of their rows. */
  readonly technicianIds: readonly string[];
}

/**
 * Moves a job that was picked up by one arrow key: up and down between technicians, left and right by a
 * quarter of an hour or a day; with Shift the end moves. Null for any other key.
 */
export function movedByKey(
  placed: Placement,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { view, days, technicianIds }: Grid,
): Placement | null {
  const down = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (down !== undefined) {
    const at = technicianIds.indexOf(placed.technicianId) + down;
    const technicianId = technicianIds[Math.min(technicianIds.length - 1, Math.max(0, at))];
    return { ...placed, technicianId: technicianId ?? placed.technicianId };
  }
  const right = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (right === undefined) return null;
  if (shiftKey) return resized(placed, (right * STEP_MS) / WINDOW_MS);
  const by = right * (view === 'day' ? STEP_MS : DAY_MS);
  const [first = '', last = first] = [days[0], days.at(-1)];
  const start = Math.min(
    Math.max(placed.start + by, startOfBangkokDay(first).getTime()),
    startOfBangkokDay(last).getTime() + DAY_MS - STEP_MS,
  );
  return { ...placed, start, end: start + placed.end - placed.start };
}

/** Spans that overlap lie in lanes below each other: the lane of each, in their order. */
export function lanesOf(spans: readonly { readonly start: number; readonly end: number }[]): {
  readonly lanes: readonly number[];
  readonly count: number;
} {
  const ends: number[] = [];
  const lanes = spans.map(({ start, end }) => {
    const free = ends.findIndex((taken) => taken <= start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = end;
    return lane;
  });
  return { lanes, count: Math.max(1, ends.length) };
}
