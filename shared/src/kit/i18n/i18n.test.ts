import type { Machine } from '../../domain/index.ts';
import * as domain from '../../domain/index.ts';
import { withDocumentTexts } from '../../testing/documentTexts.ts';
import { bundleTest } from '../../testing/remoteContractTest.ts';
import en from './en.json';
import th from './th.json';

bundleTest(en, th);

const isMachine = (value: unknown): value is Machine =>
  typeof value === 'object' && value !== null && 'states' in value && 'actions' in value;
const machines: Machine[] = Object.values<unknown>(domain).filter(isMachine);

test('there are machines to name', () => expect(machines.length).toBeGreaterThan(3));

test.each(machines)(
  'every status and every action a person may do of $id has a name',
  (machine) => {
    const texts = withDocumentTexts(en, 'en') as unknown as Record<
      string,
      Record<string, Record<string, string> | undefined>
    >;
    expect(Object.keys(texts.status?.[machine.id] ?? {}).sort()).toEqual(
      Object.keys(machine.states).sort(),
    );
    const named = texts.action?.[machine.id] ?? {};
    for (const [name, action] of Object.entries(machine.actions)) {
      if (action.verb !== undefined) expect([name, typeof named[name]]).toEqual([name, 'string']);
      expect([name, typeof (texts.did?.[machine.id]?.[name] ?? texts.did?.record?.[name])]).toEqual(
        [name, 'string'],
      );
    }
  },
);
