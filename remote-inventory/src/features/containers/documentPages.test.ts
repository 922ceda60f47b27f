import {
  DOCUMENT_FAMILIES,
  type FamilyDeclaration,
} from '@boxyard/shared/domain/documents/families.ts';
import { PAGES, TABS } from './documentPages.tsx';

const families: readonly FamilyDeclaration[] = Object.values(DOCUMENT_FAMILIES);
const familyOf = (type: string) => families.find(({ machine }) => machine.id === type);

describe('documents of a container', () => {
  it.each(Object.entries(PAGES))('%s is opened where its family says', (type, page) => {
    expect(familyOf(type)?.opens).toBe(page);
  });

  it.each(Object.entries(TABS))('%s is opened beside its list', (type, { page, tab }) => {
    expect(familyOf(type)?.within).toEqual({ page, query: { tab } });
  });

  it('are all that its timeline and its related documents name', () => {
    const named = [
      'containerReceipts',
      'containerRequisitions',
      'containerTransfers',
      'contracts',
      'warranties',
      'warrantyRequests',
      'inspections',
      'goodsImports',
      'repairs',
      'claims',
      'destructions',
    ] as const;
    const known = new Set([...Object.keys(PAGES), ...Object.keys(TABS)]);
    expect(named.filter((name) => !known.has(DOCUMENT_FAMILIES[name].machine.id))).toEqual([]);
  });
});
