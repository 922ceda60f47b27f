import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { taxId } from '../../masterData/testing/office.ts';
import { requestBody } from '../../purchasing/testing/documents.ts';

/** How a company numbers its documents (domain-warehouse 1.1): planned for a month, never twice. */
let test: TestApp;
let world: World;
let boss: Person;
let header: { id: string; version: number };
const clock = withTestServer('2026-11-20T03:00:00Z', async (started) => {
  test = started;
  world = await makeWorld(test);
  boss = await test.as('company-admin', { companyId: world.companyId });
});

const DAY = 86_400_000;
const rule = (prefix: string, reset: string, digits = 4) => ({ prefix, reset, digits });
const save = async (numbering: object | null, more: object = {}) =>
  boss.post('/document_headers', {
    ...(header ? { id: header.id, version: header.version } : {}),
    companyId: world.companyId,
    type: 'purchaseRequest',
    name: 'Requests',
    companyNameTh: 'บริษัท ทดสอบ จำกัด',
    companyNameEn: 'Test Limited',
    taxId: taxId(),
    branchCode: '00000',
    address: '99/1 ถนนพระราม 1',
    signatureBlocks: [],
    isDefault: true,
    isActive: true,
    numbering,
    ...more,
  });
const plan = async (numbering: object | null) => {
  header = expectData(await save(numbering));
  return (header as unknown as { numbering: object }).numbering;
};
const preview = (numbering: object) =>
  boss.post('/document_headers/numbering', {
    companyId: world.companyId,
    type: 'purchaseRequest',
    ...numbering,
  });
const taken: string[] = [];
const ask = async (): Promise<string> => {
  const { documentNo } = expectData(
    await world.asker.post('/purchase_requests', requestBody(world)),
  );
  taken.push(documentNo);
  return documentNo;
};

it('begins as it always was', async () => {
  expect(await plan(null)).toEqual({ ...rule('PR', 'monthly'), next: 'PR2611-0001', from: null });
  expect(await ask()).toBe('PR2611-0001');
});

it('shows the next number of a rule before it is saved, and counts it from the next month on', async () => {
  const yearly = rule('REQ', 'yearly', 6);
  const expected = { ...yearly, next: 'REQ26-000001', from: '2026-12-01' };
  expect(expectData(await preview(yearly))).toEqual(expected);
  expect(await plan(yearly)).toEqual(expected);
  expect(await ask()).toBe('PR2611-0002');
  clock.advance(12 * DAY);
  expect([await ask(), await ask()]).toEqual(['REQ26-000001', 'REQ26-000002']);
});

it('goes on counting when it changes there and back: no number is used twice', async () => {
  const rules = [
    rule('PR', 'monthly'),
    rule('REQ', 'yearly', 6),
    rule('REQ', 'never', 3),
    rule('PR', 'never'),
    rule('PR', 'monthly'),
    rule('REQ', 'never', 3),
  ];
  for (const next of rules) {
    await plan(next);
    await ask();
    clock.advance(31 * DAY);
    await ask();
    await ask();
  }
  expect(new Set(taken).size).toBe(taken.length);
  expect(taken).toContain('REQ-001');
});

it('refuses what could be taken for another kind of document', async () => {
  const codes = async (numbering: object) => {
    const { status, body } = await save(numbering);
    return [
      status,
      body.errors?.map((one: { field: string; code: string }) => `${one.field} ${one.code}`),
    ];
  };
  expect(await codes(rule('PO', 'monthly'))).toEqual([422, ['numbering.prefix DUPLICATE']]);
  expect(await codes(rule('RV', 'monthly'))).toEqual([422, ['numbering.prefix DUPLICATE']]);
  expect(await codes(rule('A26', 'never'))).toEqual([422, ['numbering.prefix NUMBER_PREFIX']]);
  expect((await codes(rule('REQ', 'weekly')))[0]).toBe(422);
  expect((await codes(rule('REQ', 'never', 2)))[0]).toBe(422);
});

it('is of a company that the person works in', async () => {
  const other = { ...rule('REQ', 'never'), type: 'purchaseRequest', companyId: world.part };
  expect((await boss.post('/document_headers/numbering', other)).status).toBe(422);
});
