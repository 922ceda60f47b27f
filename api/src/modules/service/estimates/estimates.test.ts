import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { newPart, stock } from '../../containers/testing/world.ts';
import { openPage, sendForm } from '../faultReports/testing/pages.ts';
import {
  type Dispatch,
  faultsOf,
  leaderOf,
  makeDispatch,
  makeTeam,
  soldContainer,
} from '../jobs/testing/dispatch.ts';
import {
  acceptBody,
  act,
  ask,
  begun,
  done,
  issue,
  PATH,
  partLine,
  photograph,
  report,
  scheduled,
  summary,
} from '../jobs/testing/world.ts';
import { watchJobs } from '../jobs/watch.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Estimates to customers, who say yes or no by a signed link (docs/adr/0150). */
let world: Dispatch['world'];
let sales: Dispatch['sales'];
let dispatcher: Person;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  await test.app.pg.query(
    `update roles set discount_limit_percent = 5 where name = 'engineer-manager'`,
  );
  ({ world, sales, dispatcher } = await makeDispatch(test));
  const rate = { value: '600.00', effectiveFrom: '2026-11-20' };
  expectData(await world.admin.post(`/settings/${world.companyId}/service.labourRate`, rate));
});

// biome-ignore lint/suspicious/noExplicitAny: answers are read as the browser gets them
type Job = any;
const job = async (id: string, by: Person = dispatcher): Promise<Job> =>
  expectData(await by.get(`${PATH}/${id}`));

/** A part that is sold at 250. */
async function soldPart(): Promise<string> {
  const partId = await newPart(world);
  await world.test.app.pg.query('update material_parts set standard_price = 250 where id = $1', [
    partId,
  ]);
  return partId;
}

const validUntil = (days = 14): string =>
  new Date(clock.now().getTime() + days * DAY).toISOString().slice(0, 10);

const LABOUR = { isLabour: true, quantity: 2 };

/** A customer's container is to be repaired; somebody is planned. */
const planned = async (): Promise<Job> =>
  scheduled(world, { productId: await soldContainer(sales) });

const draft = (doc: Job, more: object = {}, by = dispatcher) =>
  act(by, doc, { action: 'estimate', validUntil: validUntil(), items: [LABOUR], ...more });

/** The same job with an estimate that its customer has to answer. */
async function sent(more: object = {}, from?: Job): Promise<Job> {
  const doc = expectData(await draft(from ?? (await planned()), more));
  return done(dispatcher, doc, { action: 'send-estimate' });
}

const pathOf = ({ estimating }: Job): string => new URL(estimating.estimates[0].link).pathname;
const tokenOf = (doc: Job): string => pathOf(doc).split('/').at(-1) ?? '';

/** Answers by the link, as a program would. */
async function answer(token: string, body: object) {
  const { statusCode, payload } = await world.test.server.inject({
    method: 'POST',
    url: `/api/v1/estimate_links/${token}`,
    payload: body,
    remoteAddress: '203.0.113.9',
    headers: { 'accept-language': 'en' },
  });
  return { status: statusCode, body: JSON.parse(payload) };
}
const YES = { estimateAnswer: 'accept', answeredBy: 'Malee Jaidee' };
const NO = { estimateAnswer: 'decline', answeredBy: 'Malee Jaidee', answerReason: 'Too dear' };

const titles = async (by: Person): Promise<string[]> =>
  (await by.get('/notifications?limit=100')).body.data.map(({ title }: Job) => title);

describe('a draft', () => {
  it('begins with labour and the parts that the job is known to need, at list prices', async () => {
    const partId = await soldPart();
    await stock(world, partId, { quantity: 5 });
    const doc = await ask(world, await planned(), partLine(world, { partId, quantity: 3 }));
    const { estimating, allowedActions } = await job(doc.id);
    expect(estimating).toMatchObject({
      estimates: [],
      proposal: {
        validUntil: validUntil(),
        items: [
          { partId: null, isLabour: true, quantity: 1, unitPrice: '600.0000' },
          { partId, isLabour: false, quantity: 3, unitPrice: '250.0000' },
        ],
      },
    });
    expect(allowedActions).toContain('estimate');
    expect(allowedActions).not.toContain('send-estimate');
  });

  it('fills in words and list prices, adds VAT, and is written anew until it is sent', async () => {
    const partId = await soldPart();
    const items = [
      LABOUR,
      { partId, quantity: 2 },
      { description: 'Trip', quantity: 1, unitPrice: '300.0000' },
    ];
    const first = expectData(await draft(await planned(), { items }));
    expect(first.estimating.estimates).toMatchObject([
      {
        documentNo: `${first.documentNo}/1`,
        status: 'draft',
        discountTotal: '0.00',
        subTotal: '2000.00',
        grandTotal: '2140.00',
        link: null,
      },
    ]);
    expect(first.estimating.proposal.items).toMatchObject([
      { isLabour: true, description: 'ค่าแรง (Labour)', unitPrice: '600.0000' },
      { partId, unitPrice: '250.0000' },
      { description: 'Trip', unitPrice: '300.0000' },
    ]);
    const again = expectData(await draft(first, { items: [LABOUR] }));
    expect(again.estimating.estimates).toMatchObject([
      { documentNo: `${first.documentNo}/1`, subTotal: '1200.00' },
    ]);
    expect(again.estimating.proposal.items).toMatchObject([{ isLabour: true, quantity: 2 }]);
  });

  it('counts prices below list as a discount: with a reason, within the limit', async () => {
    const doc = await planned();
    const items = [{ ...LABOUR, unitPrice: '590.0000' }];
    expect(faultsOf(await draft(doc, { items }))).toEqual([['discountReason', 'REQUIRED']]);
    const discountReason = 'A good customer';
    const mild = expectData(await draft(doc, { items, discountReason }));
    expect(mild.estimating.estimates[0]).toMatchObject({
      discountTotal: '20.00',
      subTotal: '1180.00',
    });
    // A dear line beside it takes nothing off the discount.
    const large = [
      { ...LABOUR, unitPrice: '300.0000' },
      { description: 'Trip', quantity: 1, unitPrice: '900.0000' },
    ];
    const refused = await draft(mild, { items: large, discountReason });
    expect([refused.status, refused.body.code]).toEqual([409, 'APPROVAL_LIMIT']);
  });

  it('refuses what makes no estimate, by the field', async () => {
    const doc = await planned();
    const faults = async (more: object) => faultsOf(await draft(doc, more));
    expect(await faults({ validUntil: '2026-11-19' })).toEqual([['validUntil', 'DATE_TOO_EARLY']]);
    expect(await faults({ validUntil: validUntil(400) })).toEqual([['validUntil', 'MAX']]);
    expect(await faults({ items: [] })).toEqual([['items', 'LINES_REQUIRED']]);
    expect(await faults({ items: [{ quantity: 1 }] })).toEqual([
      ['items[0].description', 'REQUIRED'],
      ['items[0].unitPrice', 'REQUIRED'],
    ]);
    expect(await faults({ items: [{ partId: doc.id, quantity: 1 }] })).toContainEqual([
      'items[0].partId',
      'UNKNOWN_ID',
    ]);
    const partId = await soldPart();
    expect(await faults({ items: [{ partId, isLabour: true, quantity: 1 }] })).toEqual([
      ['items[0].isLabour', 'LABOUR_WITH_PART'],
    ]);
  });

  it('is for work that the customer bears', async () => {
    const free = await report(world);
    const refused = await draft(free);
    expect([refused.status, refused.body.code]).toEqual([409, 'JOB_NOT_BILLABLE']);
    expect((await job(free.id)).estimating).toBeNull();
  });
});

describe('who sees and writes', () => {
  it('tells technicians how the job stands, and nothing of the price', async () => {
    const doc = await sent();
    const seen = await job(doc.id, world.technician);
    expect(seen).toMatchObject({ estimateStatus: 'sent', estimating: null });
    expect((await world.technician.get(`${PATH}/${doc.id}/estimates`)).status).toBe(403);
    for (const action of ['send-estimate', 'withdraw-estimate']) {
      expect((await act(world.technician, doc, { action })).status).toBe(403);
    }
    expect((await draft(doc, {}, world.technician)).status).toBe(403);
  });

  it('is nothing to other teams and other companies', async () => {
    const doc = await sent();
    const teamId = await makeTeam(world.test, { name: 'South', companyId: world.companyId });
    const other = await leaderOf(world.test, teamId);
    const { rows } = await world.test.app.pg.query<{ id: string }>(
      `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
        values ('ELSE', 'อื่น', 'Else', '0105552001299', 'headOffice', '00000', now(), now()) returning id`,
    );
    const otherCompany = String(rows[0]?.id);
    const elsewhere = await world.test.as('engineer-manager', { companyId: otherCompany });
    const [{ id }] = doc.estimating.estimates;
    for (const by of [other, elsewhere]) {
      expect((await by.get(`${PATH}/${doc.id}/estimates`)).status).toBe(404);
      expect((await by.get(`${PATH}/${doc.id}/estimates/${id}/document`)).status).toBe(404);
      expect((await act(by, doc, { action: 'withdraw-estimate' })).status).toBe(404);
    }
  });

  it('prints with the letterhead, below its own job alone', async () => {
    const doc = await sent();
    const other = await sent();
    const [{ id }] = doc.estimating.estimates;
    const file = await dispatcher.get(`${PATH}/${doc.id}/estimates/${id}/document`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await dispatcher.get(`${PATH}/${other.id}/estimates/${id}/document`)).status).toBe(404);
  });
});

describe('a sent estimate', () => {
  it('keeps the job waiting: nobody works on it, and its clock stands', async () => {
    const started = await begun(world, { productId: await soldContainer(sales) });
    const doc = await sent({}, started);
    expect(doc).toMatchObject({ status: 'scheduled', slaState: 'paused', estimateStatus: 'sent' });
    expect((await job(doc.id)).times).toMatchObject([{ pauseReason: 'customer' }]);
    const refused = await act(world.technician, doc, { action: 'resume' });
    expect([refused.status, refused.body.code]).toEqual([409, 'ESTIMATE_NOT_APPROVED']);
    // A plan does not start the clock while the customer is waited for.
    const replanned = await done(dispatcher, doc, {
      action: 'manager-response',
      ...acceptBody(world, [world.technician.userId]),
    });
    expect((await job(replanned.id)).slaState).toBe('paused');
  });

  it('goes to the e-mail of the customer, and can be handed on as a link', async () => {
    const customerId = (await planned().then(({ id }) => job(id))).customer.id;
    await world.test.app.pg.query(
      `update customers set email = 'buyer@example.com' where id = $1`,
      [customerId],
    );
    const doc = await sent();
    const { rows } = await world.test.app.pg.query<{ toAddress: string; bodyText: string }>(
      `select to_address as "toAddress", body_text as "bodyText" from mails order by created_at desc, id desc limit 1`,
    );
    expect(rows[0]?.toAddress).toBe('buyer@example.com');
    expect(rows[0]?.bodyText).toContain(doc.estimating.estimates[0].link);
    expect(doc.estimating.estimates[0]).toMatchObject({ status: 'sent' });
  });

  it('tells whoever has the link the model, the lines and the total, and nothing else', async () => {
    const doc = await sent({ remark: 'Takes a week' });
    const page = await openPage(world.test, pathOf(doc));
    expect(page.status).toBe(200);
    for (const text of ['1,200.00', '1,284.00', 'Takes a week', `${doc.documentNo}/1`]) {
      expect(page.text).toContain(text);
    }
    const { customer, product, symptom } = await job(doc.id);
    for (const secret of [customer.name, product.serialNumber, symptom, doc.id]) {
      expect(page.text).not.toContain(secret);
    }
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(Buffer.byteLength(page.text)).toBeLessThan(20_000);
    const thai = await openPage(world.test, pathOf(doc), { lang: 'th' });
    expect(thai.text).toContain('ใบประเมินราคา');
  });
});

describe('the answer', () => {
  it('yes: the job goes on, and dispatcher and technician hear of it', async () => {
    const doc = await sent();
    const due = doc.slaDueAt;
    clock.advance(2 * HOUR);
    const said = await sendForm(world.test, pathOf(doc), {
      parts: [
        ['answeredBy', 'Malee Jaidee'],
        ['answerReason', ''],
        ['estimateAnswer', 'accept'],
      ],
    });
    expect([said.status, said.location]).toEqual([303, `${pathOf(doc)}?lang=en`]);
    expect((await openPage(world.test, pathOf(doc))).text).toContain('You said yes');
    const seen = await job(doc.id);
    expect(seen).toMatchObject({
      estimateStatus: 'accepted',
      slaPausedAt: null,
      estimating: {
        estimates: [{ answeredBy: 'Malee Jaidee', recordedBy: null, answerReason: null }],
      },
    });
    expect(Date.parse(seen.slaDueAt)).toBeGreaterThan(Date.parse(due));
    const title = `The customer said yes to estimate ${doc.documentNo}/1: the job goes on`;
    expect(await titles(dispatcher)).toContain(title);
    expect(await titles(world.technician)).toContain(title);
    expect((await job(doc.id, world.technician)).allowedActions).toContain('start');
    const { history } = await job(doc.id);
    expect(history.find(({ action }: Job) => action === 'answer-estimate')).toMatchObject({
      diff: { estimateAnswer: 'accept' },
    });
  });

  it('no: with a reason; the job waits for what its dispatcher decides', async () => {
    const doc = await sent();
    const missing = await answer(tokenOf(doc), { ...NO, answerReason: '' });
    expect(faultsOf(missing)).toEqual([['answerReason', 'REQUIRED']]);
    expect((await answer(tokenOf(doc), NO)).body.data.status).toBe('declined');
    const seen = await job(doc.id);
    expect(seen).toMatchObject({ estimateStatus: 'declined', slaPausedAt: null });
    expect((await titles(dispatcher))[0]).toContain('said no');
    const start = await act(world.technician, seen, { action: 'start' });
    expect(start.body.code).toBe('ESTIMATE_NOT_APPROVED');
    // The company bears it: the work begins.
    const free = await done(dispatcher, seen, {
      action: 'override-coverage',
      coverage: 'goodwill',
      reason: 'We keep the customer',
    });
    expect((await done(world.technician, free, { action: 'start' })).status).toBe('inProgress');
  });

  it('counts once, of twenty at the same moment', async () => {
    const doc = await sent();
    const token = tokenOf(doc);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => answer(token, n % 2 === 0 ? YES : NO)),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 'ESTIMATE_ANSWERED')).toHaveLength(19);
    const { rows } = await world.test.app.pg.query(
      `select 1 from history where subject_id = $1 and action = 'answer-estimate'`,
      [doc.id],
    );
    expect(rows).toHaveLength(1);
    // A second press reads what was answered first.
    const again = await sendForm(world.test, `/r/estimate/${token}`, {
      parts: [
        ['answeredBy', 'Somebody'],
        ['estimateAnswer', 'accept'],
      ],
    });
    expect(again.status).toBe(303);
  });

  it('is written down by the dispatcher, who heard it on the telephone', async () => {
    const doc = await sent();
    const said = await done(dispatcher, doc, {
      action: 'answer-estimate',
      ...YES,
      answerNote: 'Called at noon',
    });
    expect((await job(said.id)).estimating.estimates).toMatchObject([
      {
        status: 'accepted',
        answeredBy: 'Malee Jaidee',
        answerNote: 'Called at noon',
        recordedBy: { id: dispatcher.userId },
      },
    ]);
    expect((await answer(tokenOf(doc), NO)).body.code).toBe('ESTIMATE_ANSWERED');
  });
});

describe('a link that does not count', () => {
  it('is one answer, 404, whether it is forged, of another record, or of a draft', async () => {
    const doc = await sent();
    const token = tokenOf(doc);
    const { estimating } = expectData(await draft(await planned()));
    const { links } = world.test.app;
    const forged = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      links.write('report', estimating.estimates[0].id),
      links.write('container', doc.product.id),
      links.write('estimate', doc.id),
      links.write('estimate', estimating.estimates[0].id),
      'x',
    ];
    const texts = new Set<string>();
    for (const one of forged) {
      expect((await answer(one, YES)).status).toBe(404);
      const page = await openPage(world.test, `/r/estimate/${one}`);
      expect(page.status).toBe(404);
      texts.add(page.text.replace(/href="[^"]*lang=[^"]*"/, ''));
    }
    expect(texts.size).toBe(1);
    expect((await job(doc.id)).estimateStatus).toBe('sent');
  });

  it('says that it has expired, before and after the system has noted it', async () => {
    const doc = await sent({ validUntil: validUntil(1) });
    clock.advance(2 * DAY);
    const late = await answer(tokenOf(doc), YES);
    expect([late.status, late.body.code]).toEqual([409, 'ESTIMATE_EXPIRED']);
    const page = await openPage(world.test, pathOf(doc));
    expect(page.text).toContain('no longer valid');
    expect(page.text).not.toContain('1,284.00');
    const byPhone = await act(dispatcher, doc, { action: 'answer-estimate', ...YES });
    expect(byPhone.body.code).toBe('ESTIMATE_EXPIRED');
    await watchJobs(world.test.app);
    const seen = await job(doc.id);
    expect(seen).toMatchObject({ estimateStatus: 'expired', slaPausedAt: null });
    expect(await titles(dispatcher)).toContain(
      `Estimate ${doc.documentNo}/1 has expired without an answer`,
    );
    await watchJobs(world.test.app);
    expect((await answer(tokenOf(doc), YES)).body.code).toBe('ESTIMATE_EXPIRED');
  });

  it('says that it was taken back, and that a later one has taken its place', async () => {
    const doc = await sent();
    const path = pathOf(doc);
    const next = await sent({ items: [{ ...LABOUR, quantity: 3 }] }, doc);
    expect(next.estimating.estimates).toMatchObject([
      { documentNo: `${doc.documentNo}/2`, status: 'sent' },
      { documentNo: `${doc.documentNo}/1`, status: 'superseded' },
    ]);
    expect((await openPage(world.test, path)).text).toContain('newer estimate');
    const back = await done(dispatcher, next, { action: 'withdraw-estimate' });
    expect((await openPage(world.test, pathOf(next))).text).toContain('taken back');
    expect(await job(back.id)).toMatchObject({ estimateStatus: null, slaPausedAt: null });
    expect((await answer(tokenOf(next), YES)).status).toBe(409);
  });

  it('ends with the job', async () => {
    const doc = await sent();
    await done(dispatcher, doc, { action: 'cancel', reason: 'Bought a new one' });
    expect((await openPage(world.test, pathOf(doc))).text).toContain('taken back');
  });
});

describe('the invoice of an approved estimate', () => {
  /** Two hours of work and two parts, after the customer has said yes to one hour at 500 and a trip. */
  async function repaired(): Promise<Job> {
    const partId = await soldPart();
    await stock(world, partId, { quantity: 5 });
    const items = [
      { isLabour: true, quantity: 1, unitPrice: '580.0000' },
      { description: 'Trip', quantity: 1, unitPrice: '300.0000' },
    ];
    const waiting = await sent({ items, discountReason: 'A good customer' });
    await answer(tokenOf(waiting), YES);
    const started = await done(world.technician, await job(waiting.id), { action: 'start' });
    const doc = await issue(
      world,
      await ask(world, started, partLine(world, { partId, quantity: 2 })),
    );
    clock.advance(2 * HOUR);
    expectData(await photograph(world.technician, doc.id));
    const [line] = doc.parts;
    const solved = await done(world.technician, doc, {
      action: 'technician-summary',
      ...summary('fixed', { used: [{ id: line.id, quantity: 2 }] }),
    });
    return done(dispatcher, solved, { action: 'complete' });
  }

  it('charges the agreed prices, and says above the estimate why', async () => {
    const doc = await repaired();
    const { proposal } = (await job(doc.id)).billing;
    expect(proposal).toMatchObject({
      // Agreed prices count as list prices: nobody gives their discount twice.
      listTotal: '1960.00',
      approvedTotal: '880.00',
      items: [
        { quantity: 2, unitPrice: '580.0000' },
        { quantity: 2, unitPrice: '250.0000' },
        { description: 'Trip', unitPrice: '300.0000' },
      ],
    });
    const charge = (more: object) =>
      act(dispatcher, doc, { action: 'invoices', items: proposal.items, ...more });
    const refused = await charge({});
    expect(faultsOf(refused)).toEqual([['reason', 'ABOVE_ESTIMATE']]);
    expect(refused.body.errors[0].message).toContain('880.00');
    expectData(await charge({ reason: 'The motor was broken as well' }));
    const { rows } = await world.test.app.pg.query<{ remark: string }>(
      'select remark from invoices where source_id = $1',
      [doc.id],
    );
    expect(rows[0]?.remark).toContain(`${doc.documentNo}/1`);
    expect(rows[0]?.remark).toContain('The motor was broken as well');
  });
});
