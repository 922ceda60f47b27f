import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { asSystem, authorId, causerId, newId, SYSTEM } from './kernel/index.ts';

// Whoever causes a document is its author (domain-conventions "Authors").

const MODULES = join(import.meta.dirname, 'modules');

const sources = readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => !file.split(sep).includes('testing'))
  .map((file) => ({ file, source: readFileSync(join(MODULES, file), 'utf8') }));

it('nothing acts as the system for somebody but by asSystem, which keeps who it was', () => {
  // Scheduled work begins a transaction of its own, for nobody.
  const scheduled = /(transaction|call)\(\s*\{ actor: SYSTEM\b/g;
  const others = sources.filter(({ source }) =>
    /actor:\s*(\{\s*\.\.\.)?SYSTEM\b/.test(source.replaceAll(scheduled, '')),
  );
  expect(others.map(({ file }) => file)).toEqual([]);
});

it('the system is nobody, and responsible is whoever it acts for', () => {
  const person = { ...SYSTEM, kind: 'person' as const, userId: newId() };
  const { actor } = asSystem({ actor: person, locale: 'en' } as never);
  expect([actor.kind, authorId(actor), causerId(actor)]).toEqual(['system', null, person.userId]);
  expect([causerId(SYSTEM), causerId(person)]).toEqual([null, person.userId]);
});
