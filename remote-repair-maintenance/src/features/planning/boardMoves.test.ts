import { columnsFor, moveTo } from './boardMoves.ts';

const card = (
  status: string,
  allowedActions: readonly string[],
  appointmentStart: string | null,
) => ({
  status,
  allowedActions,
  technicians: [],
  appointmentStart,
});

test('a report is scheduled by an assignment', () => {
  expect(moveTo(card('reported', ['manager-response'], null), 'scheduled')).toEqual({
    by: 'assign',
  });
});

test('a planned job begins without further ado, and goes back to the backlog', () => {
  const planned = card('scheduled', ['start', 'manager-response'], '2026-12-09T02:00:00.000Z');
  expect(moveTo(planned, 'inProgress')).toEqual({ by: 'call', call: 'jobs.start' });
  expect(moveTo(planned, 'triaged')).toEqual({ by: 'unplan' });
  expect(columnsFor(planned)).toEqual(['triaged', 'inProgress']);
});

test('work that is reported asks for more than a column', () => {
  const begun = card('inProgress', ['pause', 'technician-summary'], '2026-12-09T02:00:00.000Z');
  expect(moveTo(begun, 'resolved')).toEqual({ by: 'page', action: 'technician-summary' });
  expect(moveTo(begun, 'scheduled')).toEqual({ by: 'dialog', action: 'pause' });
  expect(columnsFor(begun)).not.toContain('completed');
});

test('nothing moves without the action, nor to where it is', () => {
  expect(columnsFor(card('scheduled', [], null))).toEqual([]);
  expect(moveTo(card('inProgress', ['pause'], null), 'inProgress')).toBeNull();
});
