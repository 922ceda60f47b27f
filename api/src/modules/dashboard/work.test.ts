import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allWorkItems } from '../../workflow/index.ts';
// Registers every family.
import '../index.ts';

const bundle = (locale: string) =>
  JSON.parse(
    readFileSync(
      join(import.meta.dirname, `../../../../host/src/dashboard/i18n/${locale}.json`),
      'utf8',
    ),
  ).work;

const steps = allWorkItems().flatMap(({ subject, steps }) =>
  steps.map(({ key }) => [subject, key] as const),
);

it.each(steps)('%s: %s has words on the dashboard in both languages', (_subject, key) => {
  for (const locale of ['en', 'th']) {
    const { keys, actions } = bundle(locale);
    expect([locale, typeof (keys[key] ?? actions[key])]).toEqual([locale, 'string']);
  }
});
