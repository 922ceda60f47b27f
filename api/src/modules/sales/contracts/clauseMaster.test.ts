import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { companyBody } from '../../masterData/testing/office.ts';
import {
  booked,
  type Doc,
  dayAfter,
  draft,
  lease,
  makeWorld,
  PATH,
  pending,
  to,
  type World,
} from './testing/world.ts';

/** Clauses as templates, and that what was submitted keeps the ones that it had (docs/adr/0064). */
const CLAUSES = '/contract_clauses';
let world: World;
const reader = openPdfReader();
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});
afterAll(() => reader.close());

const body = (more: object = {}) => ({
  companyId: world.companyId,
  name: 'ข้อสัญญาทั่วไป',
  type: null,
  effectiveFrom: dayAfter(world, -10),
  textTh: 'ข้อ 1 {{customer}}',
  textEn: 'Clause one for {{customer}}. {{#lease}}Leased.{{/lease}}',
  ...more,
});
const made = async (more: object = {}) => expectData(await world.admin.post(CLAUSES, body(more)));
const changed = async (
  { id, version, ...now }: Record<string, unknown> & { id: string; version: number },
  more: object,
) => {
  const { name, type, effectiveFrom, textTh, textEn, isActive } = now;
  return expectData(
    await world.admin.patch(`${CLAUSES}/${id}`, {
      version,
      name,
      type,
      effectiveFrom,
      textTh,
      textEn,
      isActive,
      ...more,
    }),
  );
};
const clear = () =>
  world.test.app.pg.query('update contract_clauses set is_active = false where is_active');
beforeEach(() => clear());

async function textOf(path: string): Promise<string> {
  const { raw, status } = await world.admin.get(path, { headers: { 'accept-language': 'en' } });
  expect(status).toBe(200);
  return squeezed((await reader.pages(raw)).join(' '));
}
const printed = ({ id }: Pick<Doc, 'id'>) => textOf(`${PATH}/${id}/pdf`);
const versionsOf = async ({ id }: Pick<Doc, 'id'>) =>
  expectData(await world.admin.get(`${PATH}/${id}/versions?sort=versionNo`)) as {
    id: string;
    sha256: string;
  }[];

it('are printed on the contracts of their company and kind, the own kind before all', async () => {
  const doc = await draft(world);
  expect(await printed(doc)).toContain(squeezed('valid only in writing'));
  await made();
  expect(await printed(doc)).toContain(squeezed('Clause one for Siam Snack'));
  await made({ type: 'sale', name: 'Sales', textEn: 'A sale.' });
  expect(await printed(doc)).toContain(squeezed('A sale.'));
  expect(await printed(await draft(world, lease(world)))).toContain(squeezed('Leased.'));
  // What counts later, or is out of use, is not printed yet.
  await clear();
  await made({ effectiveFrom: dayAfter(world, 1), textEn: 'From tomorrow on.' });
  expect(await printed(doc)).toContain(squeezed('valid only in writing'));
});

it('that a contract was submitted with stay its own, in every version', async () => {
  const clauses = await made({ textEn: 'First wording, {{grandTotal}}.' });
  const doc = await pending(world);
  const [first] = await versionsOf(doc);
  const before = await textOf(`${PATH}/${doc.id}/versions/${first?.id}/pdf`);
  const after = await changed(clauses, { textEn: 'Second wording.' });
  expect(after).toMatchObject({ revisionNo: 2 });
  expect(after.revisions).toMatchObject([
    { revisionNo: 2, textEn: 'Second wording.', contracts: 0 },
    { revisionNo: 1, textEn: 'First wording, {{grandTotal}}.', contracts: 1 },
  ]);
  // Version 1 reads as it did, byte for byte of its hash; version 2 changes by its price alone.
  const seen = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  await world.secondAdmin
    .put(`${PATH}/${doc.id}`, {
      ...again(seen),
      version: seen.version,
      price: '95000.00',
      versionReason: 'A better price',
    })
    .then(expectData);
  const [same, second] = await versionsOf(doc);
  expect(same?.sha256).toBe(first?.sha256);
  expect(await textOf(`${PATH}/${doc.id}/versions/${first?.id}/pdf`)).toBe(before);
  expect(await textOf(`${PATH}/${doc.id}/versions/${second?.id}/pdf`)).toContain(
    squeezed('First wording, 101,650.00.'),
  );
  const detail = expectData(await world.admin.get(`${PATH}/${doc.id}/versions/${second?.id}`));
  expect(detail.snapshot.clauseSet).toEqual({
    id: clauses.id,
    name: clauses.name,
    revisionNo: 1,
  });
  // A new contract takes the new wording.
  expect(await printed(await draft(world))).toContain(squeezed('Second wording.'));
});

it('made after a contract was submitted are not its own', async () => {
  const doc = await pending(world);
  await made({ textEn: 'Too late.' });
  const withdrawn = await to(world.secondAdmin, doc, { action: 'withdraw' });
  await to(world.secondAdmin, withdrawn, { action: 'submit' });
  expect(await printed(doc)).not.toContain(squeezed('Too late.'));
});

const again = (seen: Record<string, unknown>) => {
  const { customer, sale, productModel, ...plain } = seen as Record<string, { id: string }>;
  const names = Object.keys(plain).filter((name) =>
    /^(type|documentDate|price|vatMode|whtRate|deposit\w+|downPayment|interestType|interestRate|titleHolder|warrantyMonths|coverage|witnesses|installSite|startDate)$/.test(
      name,
    ),
  );
  return {
    ...Object.fromEntries(names.map((name) => [name, plain[name]])),
    customerId: customer?.id,
    saleId: sale?.id,
    productModelId: productModel?.id,
  };
};

it.each([
  ['a field that there is not', { textEn: '{{costumer}}' }, ['textEn', 'CLAUSE_FIELD']],
  [
    'a condition that there is not',
    { textTh: '{{#rent}}x{{/rent}}' },
    ['textTh', 'CLAUSE_CONDITION'],
  ],
  ['a passage without an end', { textEn: '{{#lease}}x' }, ['textEn', 'CLAUSE_OPEN']],
  ['nothing but a script', { textEn: '<script>x</script>' }, ['textEn', 'REQUIRED']],
] as const)('are refused with %s', async (_case, more, fault) => {
  const { status, body: answer } = await world.admin.post(CLAUSES, body(more));
  expect([
    status,
    answer.errors.map((one: { field: string; code: string }) => [one.field, one.code]),
  ]).toEqual([422, [fault]]);
});

it('are kept without scripts, styles and attributes', async () => {
  const clauses = await made({
    textEn: '<p onclick="x()">One</p><script>alert(1)</script><img src=x onerror=y>',
  });
  expect(clauses.textEn).toBe('<p>One</p>');
  expect(await printed(await draft(world))).toContain('One');
});

it('are one active set for each kind, and deleted only while no contract keeps them', async () => {
  const first = await made();
  const twice = await world.admin.post(CLAUSES, body());
  expect([twice.status, twice.body.errors?.[0]?.field ?? twice.body.code]).toEqual([409, 'type']);
  await pending(world);
  const used = await world.admin.delete(`${CLAUSES}/${first.id}`);
  expect([used.status, used.body.code, used.body.details.references]).toEqual([
    409,
    'IN_USE',
    [{ family: 'contracts', count: 1 }],
  ]);
  const other = await made({ type: 'lease', name: 'Leases' });
  expect((await world.admin.delete(`${CLAUSES}/${other.id}`)).status).toBe(200);
});

it('are those of one’s own companies', async () => {
  const elsewhere = expectData(await world.admin.post('/companies', companyBody())).id;
  const foreign = await made({ companyId: elsewhere });
  const boss = await world.test.as('company-admin', { companyId: world.companyId });
  expect((await boss.get(`${CLAUSES}/${foreign.id}`)).status).toBe(404);
  expect((await boss.get(CLAUSES)).raw.includes(foreign.id)).toBe(false);
  const { companyId: _c, ...rest } = body({ isActive: true, version: foreign.version });
  expect((await boss.patch(`${CLAUSES}/${foreign.id}`, rest)).status).toBe(404);
  expect((await boss.post(CLAUSES, body({ companyId: elsewhere }))).status).toBe(422);
});

it('cannot be changed once they were written, not even by hand', async () => {
  await made();
  await expect(
    world.test.app.pg.query("update contract_clause_revisions set text_en = 'x'"),
  ).rejects.toThrow(/never changed/);
});

it('of a contract that is booked follow until it is submitted', async () => {
  const doc = await booked(world);
  await made({ textEn: 'Just in time.' });
  const sent = await to(world.secondAdmin, doc, { action: 'submit' });
  expect(await printed(sent)).toContain(squeezed('Just in time.'));
  await clear();
  const approved = await to(world.admin, sent, { action: 'approve' });
  expect(await printed(approved)).toContain(squeezed('Just in time.'));
});
