import type { WorkingCalendar } from '../settings/settings.ts';
import { isWorkingTime } from './workingTime.ts';

/** Rules of planning that server and browser share (domain-containers 2.10). */

/** Days that one calendar of technicians shows at most: a month in whole weeks. */
export const MAX_PLANNING_DAYS = 45;
/** Appointments and technicians of one answer. */
export const MAX_APPOINTMENTS = 2000;
export const MAX_PLANNED_TECHNICIANS = 200;

/** Cards of one column of the board that are read at once. */
export const BOARD_PAGE = 20;
/** Columns of the board: jobs on which somebody still has to act. */
export const BOARD_STATUSES = [
  'reported',
  'triaged',
  'scheduled',
  'waitingParts',
  'inProgress',
  'resolved',
  'completed',
] as const;
export type BoardStatus = (typeof BOARD_STATUSES)[number];

/** States in which a job without an appointment waits to be planned. */
export const BACKLOG_STATUSES = ['reported', 'triaged', 'scheduled', 'waitingParts'] as const;

/**
 * Objections to an assignment that a dispatcher may confirm: the technician is at another job, is away, or
 * does not know containers of that type; the time lies outside working hours, or after the promise.
 */
export const ASSIGNMENT_WARNINGS = [
  'busy',
  'away',
  'unskilled',
  'outsideHours',
  'afterPromise',
] as const;
export type AssignmentWarning = (typeof ASSIGNMENT_WARNINGS)[number];

/** States of a container on the map, the worst first. */
export const MAP_STATES = ['outOfOrder', 'underRepair', 'underMaintenance', 'normal'] as const;
export type MapState = (typeof MAP_STATES)[number];
/** Places that one map shows, and containers that each of them names. */
export const MAX_MAP_PLACES = 3000;
export const MAX_NAMED_CONTAINERS = 20;

/** A place on the earth, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_KM = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Kilometres between two places as the crow flies (haversine). */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const half = (angle: number) => Math.sin(radians(angle) / 2) ** 2;
  const chord =
    half(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      half(to.longitude - from.longitude);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** A span of time from its first instant until before its last, in milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Tells spans that share an instant; one that begins where the other ends does not. */
export const isOverlapping = (one: Span, other: Span): boolean =>
  one.start < other.end && other.start < one.end;

/** Tells a span that lies outside working hours at its start or shortly before its end. */
export const doesSpanLeaveHours = (
  { start, end }: { readonly start: Date; readonly end: Date },
  calendar: WorkingCalendar,
): boolean =>
  !isWorkingTime(start, calendar) || !isWorkingTime(new Date(end.getTime() - 1), calendar);
