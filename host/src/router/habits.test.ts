import { navigationStore, sessionStore, visit } from '@boxyard/shared/runtime';
import { countVisit, followHabits, mostVisited } from './habits.ts';
import { setPreloads } from './preload.ts';

beforeEach(() => localStorage.clear());

const visits = (person: string, page: string, times: number) => {
  for (let count = 0; count < times; count += 1) countVisit(person, page);
};

test('the three pages that somebody visits most, each person for themselves', () => {
  visits('ann', 'suppliers', 2);
  visits('ann', 'users', 5);
  visits('ann', 'roles', 1);
  visits('ann', 'receipt', 3);
  visits('ben', 'roles', 1);
  expect(mostVisited('ann')).toEqual(['users', 'receipt', 'suppliers']);
  expect(mostVisited('ben')).toEqual(['roles']);
});

test('a new habit overtakes an old one', () => {
  visits('ann', 'users', 180);
  visits('ann', 'roles', 120);
  expect(mostVisited('ann')[0]).toBe('roles');
});

test('what is visited most is fetched at the next start, and visits are counted', () => {
  const fetched: string[] = [];
  const page = (name: string, path: string) => ({ name, path, preload: () => fetched.push(name) });
  setPreloads([page('users', '/users'), page('order', '/orders/:id'), page('roles', '/roles')]);
  sessionStore.setState({ user: { id: 'ann' } as never });
  navigationStore.setState({ current: null, previous: null });
  followHabits();
  for (const name of ['users', 'order', 'users']) visit(name);
  expect(fetched).toEqual([]);
  followHabits();
  // A record's page comes with its list, and is no menu.
  expect(fetched).toEqual(['users']);
});

test('a broken memory is no memory', () => {
  localStorage.setItem('visits:ann', 'x');
  expect(mostVisited('ann')).toEqual([]);
});
