import { contract, type ListName } from '../../contract/index.ts';
import en from '../../kit/i18n/en.json' with { type: 'json' };
import th from '../../kit/i18n/th.json' with { type: 'json' };
import { kindOfLookup } from './lookupKind.ts';

const lookups = Object.entries(contract)
  .filter(([, row]) => row.kind === 'list' && row.access.kind === 'lookup')
  .map(([name]) => name as ListName);

test.each(lookups)('the field that chooses from %s names what is chosen', (lookup) => {
  const kind = kindOfLookup(lookup) ?? '';
  expect([typeof en.select.kind, typeof th.select.kind]).toEqual(['object', 'object']);
  expect((en.select.kind as Record<string, string>)[kind]).toMatch(/^Select /);
  expect((th.select.kind as Record<string, string>)[kind]).toMatch(/^เลือก/);
});
