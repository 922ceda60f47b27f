import type { ClaimItem } from '@boxyard/shared/contract';
import { answerBody, answerLinesOf, paysAny } from './answering.ts';

const item = (more: Partial<ClaimItem>): ClaimItem =>
  ({ id: 'a', lineNo: 1, serialNo: 'SN-1', ...more }) as ClaimItem;

it('sends of a line only what belongs to the answer', () => {
  const [line] = answerLinesOf([item({})]);
  if (!line) throw new Error('one item in, one line out');
  const typed = {
    ...line,
    replacementSerialNo: 'SN-2',
    refundAmount: '5.00',
    newWarrantyMonths: 12,
  };
  const none = { replacementSerialNo: null, refundAmount: null, newWarrantyMonths: null };
  expect(answerBody(typed)).toEqual({
    id: 'a',
    resolution: 'replace',
    replacementSerialNo: 'SN-2',
    refundAmount: null,
    newWarrantyMonths: 12,
  });
  expect(answerBody({ ...typed, resolution: 'repair' })).toEqual({
    ...none,
    id: 'a',
    resolution: 'repair',
    newWarrantyMonths: 12,
  });
  expect(answerBody({ ...typed, resolution: 'refund' })).toEqual({
    ...none,
    id: 'a',
    resolution: 'refund',
    refundAmount: '5.00',
  });
  expect(answerBody({ ...typed, resolution: 'none' })).toEqual({
    ...none,
    id: 'a',
    resolution: 'none',
  });
});

it('asks for no serial number of what has none, and for a credit note where money is given', () => {
  const lines = answerLinesOf([item({ serialNo: null })]);
  expect(lines.map((line) => answerBody({ ...line, replacementSerialNo: 'X' }))).toMatchObject([
    { replacementSerialNo: null },
  ]);
  expect(paysAny(lines)).toBe(false);
  expect(paysAny(lines.map((line) => ({ ...line, resolution: 'creditNote' })))).toBe(true);
  expect(paysAny(undefined)).toBe(false);
});
