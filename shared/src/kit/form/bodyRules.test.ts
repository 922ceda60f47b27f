import { contract } from '../../contract/index.ts';
import { bodyOf, formatPath, isRequired, issuesOf, parsePath } from './bodyRules.ts';
import { changesOf } from './differences.ts';
import { isTable } from './LineItems.tsx';
import { parseTable, spread } from './paste.ts';
import { formValuesOf } from './RecordForm.tsx';

type Schema = Parameters<typeof issuesOf>[0];
const request = contract['purchaseRequests.create'].body as unknown as Schema;
const part = contract['parts.create'].body as unknown as Schema;
const ID = '00000000-0000-7000-8000-000000000001';

test('paths are written as the server writes them', () => {
  expect(formatPath(['items', 2, 'quantity'])).toBe('items[2].quantity');
  expect(parsePath('items[2].quantity')).toEqual(['items', 2, 'quantity']);
  expect(parsePath('address.line1')).toEqual(['address', 'line1']);
});

test('what the schema needs is required, what it can do without is not', () => {
  expect(isRequired(request, ['warehouseId'])).toBe(true);
  expect(isRequired(request, ['remark'])).toBe(false);
  expect(isRequired(request, ['items'])).toBe(true);
  expect(isRequired(request, ['items', 0, 'quantity'])).toBe(true);
  expect(isRequired(request, ['items', 0, 'note'])).toBe(false);
  expect(isRequired(part, ['isSellable'])).toBe(false);
  expect(isRequired(part, ['name'])).toBe(true);
  expect(isRequired(undefined, ['name'])).toBe(false);
});

test('a body holds what the schema knows; an emptied field is null where it may be', () => {
  const body = bodyOf(request, {
    warehouseId: ID,
    purpose: 'job',
    neededBy: '2026-12-01',
    remark: '  ',
    unknown: 'dropped',
    items: [
      { _key: 'x', partId: ID, freeText: '', quantity: 2, unitId: ID, estimatedPrice: '1.0000' },
    ],
  });
  expect(body).toEqual({
    warehouseId: ID,
    purpose: 'job',
    neededBy: '2026-12-01',
    validUntil: null,
    department: null,
    refNo: null,
    documentHeaderId: null,
    remark: null,
    copiedFromId: null,
    items: [
      {
        partId: ID,
        freeText: null,
        quantity: 2,
        unitId: ID,
        estimatedPrice: '1.0000',
        suggestedSupplierId: null,
        note: null,
      },
    ],
  });
  expect(issuesOf(request, body)).toEqual([]);
});

test('every field error at once, by the codes of the one table', () => {
  const issues = issuesOf(
    request,
    bodyOf(request, {
      purpose: 'lunch',
      neededBy: '2026-02-30',
      items: [{ quantity: 0, unitId: ID, estimatedPrice: 'dear' }],
    }),
  );
  expect(Object.fromEntries(issues.map(({ field, code }) => [field, code]))).toEqual({
    warehouseId: 'REQUIRED',
    purpose: 'ONE_OF',
    neededBy: 'DATE',
    'items[0].quantity': 'POSITIVE',
    'items[0].estimatedPrice': 'PRICE',
  });
});

test('no lines, too long a text: with the figures their sentences need', () => {
  expect(
    issuesOf(request, { warehouseId: ID, purpose: 'job', neededBy: '2026-12-01', items: [] }),
  ).toEqual([{ field: 'items', code: 'LINES_REQUIRED', params: { min: 1 } }]);
  const tooLong = issuesOf(part, { ...(bodyOf(part, {}) as object), name: 'x'.repeat(201) });
  expect(tooLong.find(({ field }) => field === 'name')).toEqual({
    field: 'name',
    code: 'TOO_LONG',
    params: { max: 200 },
  });
});

test('a record becomes a form: references by their ids', () => {
  const record = {
    name: 'Bolt',
    category: { id: ID },
    subCategory: null,
    categories: [{ id: ID }],
  };
  expect(
    formValuesOf(['name', 'categoryId', 'subCategoryId', 'categoryIds', 'brand'], record),
  ).toEqual({
    name: 'Bolt',
    categoryId: ID,
    subCategoryId: null,
    categoryIds: [ID],
    brand: undefined,
  });
});

test('lines of a record become lines of its form, as the body takes them', () => {
  const line = {
    id: 'line',
    part: null,
    freeText: 'Bolt',
    quantity: 2,
    unit: { id: ID },
    estimatedPrice: '1.0000',
    suggestedSupplier: { id: ID },
    note: null,
    openQty: 2,
  };
  expect(
    formValuesOf(['items', 'witnessIds'], { items: [line], witnesses: [{ id: ID }] }, request),
  ).toEqual({
    items: [
      {
        partId: null,
        freeText: 'Bolt',
        quantity: 2,
        unitId: ID,
        estimatedPrice: '1.0000',
        suggestedSupplierId: ID,
        note: null,
      },
    ],
    witnessIds: [ID],
  });
});

test('what somebody else changed, without the bookkeeping', () => {
  const before = { version: 1, updatedAt: 'a', name: 'Bolt', items: [{ q: 1 }], note: null };
  expect(
    changesOf(before, { version: 2, updatedAt: 'b', name: 'Bolt', items: [{ q: 2 }] }),
  ).toEqual(['items']);
});

test('a block from a spreadsheet is read cell by cell', () => {
  expect(parseTable('BRG-1\t10\r\nBRG-2\t5\r\n')).toEqual([
    ['BRG-1', '10'],
    ['BRG-2', '5'],
  ]);
  expect(parseTable('"two\nlines"\t"say ""hi"""')).toEqual([['two\nlines', 'say "hi"']]);
  expect(isTable('just a word')).toBe(false);
  expect(isTable('a\tb')).toBe(true);
});

/** Cells that people paste into a column of each kind, and what the form keeps. */
test.each([
  ['price', 'n/a', 'n/a'],
  ['price', '2', '2.0000'],
  ['price', '1,250.50 บาท', '1250.5000'],
  ['price', '๑,๒๕๐', '1250.0000'],
  ['price', '12.5%', '12.5%'],
  ['price', '#N/A', '#N/A'],
  ['price', '10.00015', '10.0002'],
  ['money', '—', '—'],
  ['money', 'NULL', 'NULL'],
  ['money', '(1,250.00)', '(1,250.00)'],
  ['percent', '7%', '7.00'],
  ['percent', 'ไม่มี', 'ไม่มี'],
  ['quantity', '3 pcs', '3 pcs'],
  ['quantity', '-', '-'],
  ['quantity', '12 ชิ้น', 12],
  ['quantity', '\u200B3', 3],
  ['integer', 'none', 'none'],
  ['date', 'n/a', 'n/a'],
  ['date', '-', '-'],
  ['date', '5 ม.ค. 69', '2026-01-05'],
] as const)('into %s, “%s” is pasted as %j; the next row comes in', (kind, cell, kept) => {
  const def = {
    columns: [
      { name: 'it', kind },
      { name: 'note', kind: 'text' },
    ],
    max: 9,
  };
  const block = { text: `${cell}\tone\n1\ttwo`, lines: [], first: 0, column: 'it' };
  const { next } = spread({ ...block, def: def as never, fresh: () => ({}) });
  expect(next[0]).toEqual({ it: kept, note: 'one' });
  expect(next[1]?.note).toBe('two');
});
