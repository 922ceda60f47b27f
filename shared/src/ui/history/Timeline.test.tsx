import { render, screen } from '@testing-library/react';
import { type HistoryEntry, Timeline } from './Timeline.tsx';

const entry = (id: string, at: string): HistoryEntry => ({
  id,
  at,
  by: null,
  action: `did-${id}`,
  from: null,
  to: null,
  reason: null,
  diff: null,
});

test('what happened last stands first, also where one call did several things at one time', () => {
  const saved = '2026-11-08T01:33:20Z';
  const decided = '2026-11-12T01:40:00Z';
  render(
    <Timeline
      entries={[entry('1', saved), entry('2', saved), entry('3', decided), entry('4', decided)]}
    />,
  );
  const said = screen.getAllByRole('listitem').map((item) => item.firstElementChild?.textContent);
  expect(said).toEqual(['did-4', 'did-3', 'did-2', 'did-1']);
});
