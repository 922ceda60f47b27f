import { faultReportMachine } from '@boxyard/shared/domain/service/faultReportMachine.ts';
import { FAULT_LIMITS } from '@boxyard/shared/domain/service/faultReports.ts';
import { SYSTEM } from '../../../kernel/index.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { plantContainer } from '../../containers/testing/planted.ts';
import { type Dispatch, leaderOf, makeDispatch, makeTeam } from '../jobs/testing/dispatch.ts';
import { acceptBody, done, PATH as JOBS, jobBody } from '../jobs/testing/world.ts';
import { tidyFaultReports } from './index.ts';
import { formToken, openPage, type Part, sendForm } from './testing/pages.ts';

const PATH = '/fault_reports';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let test: TestApp;
let at: Dispatch;
/** Leads engineers of the same company, who have nothing to do with these containers. */
let otherLeader: Person;
const clock = withTestServer('2026-11-30T03:00:00Z', async (made) => {
  test = made;
  at = await makeDispatch(test);
  otherLeader = await leaderOf(
    test,
    await makeTeam(test, { name: 'South', companyId: test.companyId }),
  );
});

const linkOf = (productId: string): string => `/r/${test.app.links.write('container', productId)}`;
/** Each test has a container of its own: limits count by container. */
const freshContainer = async (): Promise<string> =>
  (
    await plantContainer(test, {
      companyId: test.companyId,
      warehouseId: at.world.warehouseId,
    })
  ).productId;

let telephones = 0;
/** A telephone and an address that nobody has used yet. */
const someone = () => {
  telephones += 1;
  return {
    phone: `08${String(telephones).padStart(8, '0')}`,
    from: `198.51.${Math.floor(telephones / 250)}.${(telephones % 250) + 1}`,
  };
};

type Fields = Readonly<Record<string, Part>>;

/** Opens the page of a container, and reads it for as long as a person does. */
async function opened(productId: string, from?: string): Promise<string> {
  const page = await openPage(test, linkOf(productId), from === undefined ? {} : { from });
  clock.advance(5_000);
  return formToken(page.text);
}

/** Reports a fault as a person does, from a page that is opened for it. */
async function reportFault(
  productId: string,
  fields: Fields = {},
  { from = someone().from }: { readonly from?: string } = {},
) {
  const form = await opened(productId, from);
  const parts = { form, symptom: 'Does not pay out', phone: someone().phone, ...fields };
  return sendForm(test, linkOf(productId), { from, parts: Object.entries(parts) });
}

const reportsOf = async (productId: string, by: Person = at.world.admin) =>
  expectData(await by.get(`${PATH}?productId=${productId}&limit=100`)) as {
    readonly id: string;
    readonly version: number;
    readonly status: string;
    readonly entryCount: number;
    readonly photoCount: number;
  }[];
const onlyReport = async (productId: string) => {
  const [one, ...others] = await reportsOf(productId);
  expect(others).toEqual([]);
  if (!one) throw new Error('no report');
  return one;
};
const detail = async (id: string, by: Person = at.world.admin) =>
  expectData(await by.get(`${PATH}/${id}`));

describe('the link', () => {
  it('opens a page that names the model, and nothing else of the container', async () => {
    const productId = await freshContainer();
    const page = await openPage(test, linkOf(productId));
    expect(page.status).toBe(200);
    const { rows } = await test.app.pg.query<Record<string, string>>(
      `select p.id::text, p.serial_number, p.name, m.name as model, c.name_en as company
       from products p join product_models m on m.id = p.product_model_id
       join companies c on c.id = p.company_id where p.id = $1`,
      [productId],
    );
    const { model = '', ...others } = rows[0] ?? {};
    expect(page.text).toContain(model);
    for (const told of Object.values(others)) expect(page.text).not.toContain(told);
  });

  it('is printed with the serial number behind it, which no browser sends', async () => {
    const { containerLink } = await import('../../../kernel/index.ts');
    const productId = await freshContainer();
    const text = containerLink(test.app, { id: productId, serialNumber: 'BX-0001' });
    expect(text).toBe(`http://localhost:8080${linkOf(productId)}#BX-0001`);
    expectData(await at.world.admin.get(`/material_parts/scan?code=${encodeURIComponent(text)}`));
  });

  it('answers forged, unknown and retired links alike, whatever is asked of them', async () => {
    const productId = await freshContainer();
    const retired = await freshContainer();
    const stand = async (status: string) =>
      (
        await test.app.pg.query<{ was: string }>(
          `update products p set status = $2 from products o where p.id = $1 and o.id = p.id
           returning o.status as was`,
          [retired, status],
        )
      ).rows[0]?.was ?? '';
    const was = await stand('lost');
    const nowhere = '01890000-0000-7000-8000-00000000ffff';
    const good = linkOf(productId);
    const links = [
      `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
      linkOf(nowhere),
      linkOf(retired),
      '/r/x',
      `/r/${productId}`,
    ];
    const answers = await Promise.all(
      links.flatMap((link) => [
        openPage(test, link),
        sendForm(test, link, { parts: [['phone', 'x']] }),
        sendForm(test, link, {
          parts: [
            ['photos', { fileName: 'a.png', content: PIXEL }],
            ['phone', '0812345678'],
          ],
        }),
      ]),
    );
    const shown = answers.map(({ status, text, headers }) => [
      status,
      // The page names itself in the link to the other language.
      text.replace(/href="[^"]*\?lang=\w\w"/, ''),
      headers['cache-control'],
    ]);
    expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    const calls = await Promise.all(
      links.map((link) => test.nobody.get(link.replace('/r/', '/fault_links/'))),
    );
    expect(new Set(calls.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['404 NOT_FOUND']),
    );
    await stand(was);
    expect((await openPage(test, linkOf(retired))).status).toBe(200);
  });

  it('is no key to anything else', async () => {
    const token = test.app.links.write('container', await freshContainer());
    expect((await openPage(test, `/r/progress/${token}`)).status).toBe(404);
    const headers = { authorization: `Bearer ${token}` };
    expect((await test.nobody.get(PATH, { headers })).status).toBe(401);
  });

  it('is shown in Thai unless the browser or the address says English', async () => {
    const link = linkOf(await freshContainer());
    const title = async (path: string, lang?: 'en' | 'th') =>
      /<html lang="(\w\w)">/.exec((await openPage(test, path, lang ? { lang } : {})).text)?.[1];
    expect(await title(link, 'th')).toBe('th');
    expect(await title(link, 'en')).toBe('en');
    expect(await title(`${link}?lang=th`, 'en')).toBe('th');
  });

  it('runs no foreign script, and tells nobody its address', async () => {
    const { headers } = await openPage(test, linkOf(await freshContainer()));
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('a report', () => {
  it('waits for the dispatcher, and is no job', async () => {
    const productId = await freshContainer();
    const jobs = async () =>
      (await test.app.pg.query('select 1 from jobs where product_id = $1', [productId])).rows;
    const sent = await reportFault(productId, { name: 'Malee', phone: '+66 81-234 5678' });
    expect([sent.status, sent.location]).toEqual([
      303,
      expect.stringMatching(/^\/r\/progress\/[\w-]{39}\?lang=en$/),
    ]);
    expect(await jobs()).toEqual([]);
    const report = await onlyReport(productId);
    expect(await detail(report.id)).toMatchObject({
      status: 'received',
      symptom: 'Does not pay out',
      reportedByName: 'Malee',
      reportedByPhone: '0812345678',
      entryCount: 1,
    });
  });

  it('shows at its fields what is wrong, and keeps what was typed', async () => {
    const productId = await freshContainer();
    const sent = await reportFault(productId, {
      symptom: '  ',
      phone: '<b>12',
      name: '"Mal & ee"',
    });
    expect(sent.status).toBe(422);
    expect(sent.text).toContain('value="&lt;b&gt;12"');
    expect(sent.text).toContain('value="&quot;Mal &amp; ee&quot;"');
    expect(sent.text).toMatch(/id="phone"[^>]*aria-invalid="true"/);
    expect(await reportsOf(productId)).toEqual([]);
  });

  it('asks for a text where no symptom is chosen, and for a code of the type of container', async () => {
    const productId = await freshContainer();
    const { rows } = await test.app.pg.query<{ id: string; kind: string }>(
      `insert into job_codes (kind, code, name, name_th, created_at, updated_at)
       values ('symptom', 'QR-1', 'No change', 'ไม่ทอนเงิน', now(), now()),
         ('cause', 'QR-2', 'Worn', null, now(), now()) returning id, kind`,
    );
    const idOf = (kind: string) => rows.find((row) => row.kind === kind)?.id ?? '';
    expect((await openPage(test, linkOf(productId))).text).toContain('No change');
    expect((await openPage(test, linkOf(productId))).text).not.toContain('QR-1');
    const missing = await reportFault(productId, { symptom: '' });
    expect(missing.text).toMatch(/id="symptom"[^>]*aria-invalid="true"/);
    const cause = await reportFault(productId, { symptomCodeId: idOf('cause') });
    expect([cause.status, cause.text.includes('Worn')]).toEqual([422, false]);
    const chosen = await reportFault(productId, { symptom: '', symptomCodeId: idOf('symptom') });
    expect(chosen.status).toBe(303);
    expect(await detail((await onlyReport(productId)).id)).toMatchObject({
      symptom: 'ไม่ทอนเงิน',
      symptomCode: { code: 'QR-1' },
    });
  });

  it('is one, however often and however fast its page is sent', async () => {
    const productId = await freshContainer();
    const { phone, from } = someone();
    const form = await opened(productId, from);
    const parts = Object.entries({ form, symptom: 'Twenty at once', phone });
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => sendForm(test, linkOf(productId), { from, parts })),
    );
    expect(new Set(sent.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    expect((await onlyReport(productId)).entryCount).toBe(1);
  });

  it('is added to while it is open, where the same telephone reports again', async () => {
    const productId = await freshContainer();
    const { phone, from } = someone();
    const forms = [];
    for (let n = 0; n < 5; n += 1) forms.push(await opened(productId, from));
    const sent = await Promise.all(
      forms.map((form, n) =>
        sendForm(test, linkOf(productId), {
          from,
          parts: Object.entries({ form, symptom: `Time ${n}`, phone }),
        }),
      ),
    );
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
    const report = await onlyReport(productId);
    expect(report.entryCount).toBe(5);
    expect((await detail(report.id)).entries).toHaveLength(5);
    // Another telephone is another person.
    await reportFault(productId);
    expect(await reportsOf(productId)).toHaveLength(2);
  });

  it('begins anew on a page that stood open too long or was never read', async () => {
    const productId = await freshContainer();
    const { phone, from } = someone();
    const page = await openPage(test, linkOf(productId), { from });
    const form = formToken(page.text);
    const parts = Object.entries({ form, symptom: 'x y z', phone });
    const send = (one = parts) => sendForm(test, linkOf(productId), { from, parts: one });
    expect([(await send()).status, formToken((await send()).text)]).toEqual([422, form]);
    clock.advance(25 * 3_600_000);
    const late = await send();
    expect(late.status).toBe(422);
    clock.advance(5_000);
    const again = formToken(late.text);
    expect(again).not.toBe(form);
    expect((await send(Object.entries({ form: again, symptom: 'x y z', phone }))).status).toBe(303);
    // A form of another container, or one that was made up.
    const other = await opened(await freshContainer(), from);
    for (const forged of [other, `${form}0`, 'x.y.z', ''])
      expect((await send(Object.entries({ form: forged, symptom: 'x', phone }))).status).toBe(422);
    expect(await reportsOf(productId)).toHaveLength(1);
  });

  it('of a program that fills in what nobody sees is spam, and looks like any other', async () => {
    const productId = await freshContainer();
    const sent = await reportFault(productId, { website: 'https://spam.example' });
    expect(sent.status).toBe(303);
    expect((await openPage(test, sent.location)).text).toContain('Received');
    expect((await onlyReport(productId)).status).toBe('spam');
  });
});

describe('photographs', () => {
  const photo = (mark = '') => ({
    fileName: 'IMG_2026-11-30 บ้าน.png',
    content: Buffer.concat([PIXEL, Buffer.from(mark)]),
  });
  const send = async (productId: string, files: readonly Exclude<Part, string>[]) => {
    const { phone, from } = someone();
    const form = await opened(productId, from);
    return sendForm(test, linkOf(productId), {
      from,
      parts: [
        ...Object.entries({ form, symptom: 'See the picture', phone }),
        ...files.map((file) => ['photos', file] as const),
      ],
    });
  };

  it('are kept without what stands behind the picture, under a name of ours', async () => {
    const productId = await freshContainer();
    expect((await send(productId, [photo('GPS 13.75')])).status).toBe(303);
    const report = await onlyReport(productId);
    const [shown] = (await detail(report.id)).photos;
    const file = await at.world.admin.get(`${PATH}/${report.id}/photos/${shown.id}`);
    expect(file.raw).toEqual(PIXEL);
    expect(file.headers['content-disposition']).toContain('photo-1.png');
  });

  it('that are none, too many or too large are refused, and nothing is reported', async () => {
    const productId = await freshContainer();
    const none = { fileName: 'a.png', content: Buffer.from('<svg onload=alert(1)>') };
    const huge = { fileName: 'a.png', content: Buffer.concat([PIXEL, Buffer.alloc(3_000_000)]) };
    const pdf = { fileName: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') };
    const many = Array.from({ length: 4 }, () => photo());
    for (const files of [[none], [huge], [pdf], many]) {
      const { status } = await send(productId, files);
      expect([status, status >= 400 && status < 500]).toEqual([status, true]);
    }
    expect(await reportsOf(productId)).toEqual([]);
  });

  it('may be left out: a browser without a script sends an empty part', async () => {
    const productId = await freshContainer();
    const sent = await send(productId, [{ fileName: '', content: Buffer.alloc(0) }]);
    expect(sent.status).toBe(303);
    expect((await onlyReport(productId)).photoCount).toBe(0);
  });
});

describe('limits', () => {
  it('end the reports of an address, and of no other', async () => {
    const { from } = someone();
    const statuses: number[] = [];
    for (let n = 0; n <= FAULT_LIMITS.address; n += 1) {
      statuses.push((await reportFault(await freshContainer(), {}, { from })).status);
    }
    expect(statuses).toEqual([...Array(FAULT_LIMITS.address).fill(303), 429]);
    expect((await reportFault(await freshContainer())).status).toBe(303);
    clock.advance(3_700_000);
    expect((await reportFault(await freshContainer(), {}, { from })).status).toBe(303);
  });

  it('end the reports of a container, whoever sends them', async () => {
    const productId = await freshContainer();
    const statuses: number[] = [];
    for (let n = 0; n <= FAULT_LIMITS.container; n += 1) {
      statuses.push((await reportFault(productId)).status);
    }
    expect(statuses).toEqual([...Array(FAULT_LIMITS.container).fill(303), 429]);
    expect(await reportsOf(productId)).toHaveLength(FAULT_LIMITS.container);
  });
});

describe('the dispatcher', () => {
  it('is told once a day of a container, however many report', async () => {
    const productId = await freshContainer();
    const told = async () =>
      (
        await test.app.pg.query(
          `select 1 from notifications where user_id = $1 and dedupe_key like $2`,
          [at.dispatcher.userId, `faultReports:${productId}:%`],
        )
      ).rows.length;
    for (let n = 0; n < 3; n += 1) await reportFault(productId);
    expect(await told()).toBe(1);
    clock.advance(24 * 3_600_000);
    await reportFault(productId);
    expect(await told()).toBe(2);
  });

  it('sees the reports of the team’s containers, with whom to call back', async () => {
    const productId = await freshContainer();
    await reportFault(productId, { name: 'Malee' });
    const { id } = await onlyReport(productId);
    expect((await detail(id, at.dispatcher)).reportedByName).toBe('Malee');
    expect(await reportsOf(productId, otherLeader)).toEqual([]);
    expect((await otherLeader.get(`${PATH}/${id}`)).status).toBe(404);
    const seller = await test.as('sales-manager');
    expect(await reportsOf(productId, seller)).toEqual([]);
    const technician = await test.as('technician');
    expect((await technician.get(PATH)).status).toBe(403);
  });

  it('makes a job of a report, with its photographs and by the code', async () => {
    const productId = await freshContainer();
    const { phone, from } = someone();
    const form = await opened(productId, from);
    await sendForm(test, linkOf(productId), {
      from,
      parts: [
        ...Object.entries({ form, symptom: 'Broken glass', phone }),
        ['photos', { fileName: 'a.png', content: PIXEL }],
      ],
    });
    const report = await onlyReport(productId);
    const body = jobBody(productId, { faultReportId: report.id });
    const job = expectData(await at.dispatcher.post(JOBS, body));
    expect(job).toMatchObject({ channel: 'qr', attachments: [{ kind: 'photo', by: null }] });
    expect(await detail(report.id)).toMatchObject({
      status: 'accepted',
      job: { id: job.id, documentNo: job.documentNo },
      allowedActions: [],
    });
    expect((await at.dispatcher.post(JOBS, body)).status).toBe(409);
    // The same telephone adds to the job now.
    expect((await reportFault(productId, { phone, symptom: 'Still broken' })).status).toBe(303);
    expect((await onlyReport(productId)).entryCount).toBe(2);
  });

  it('makes no job of a report of another container or team', async () => {
    const [productId, other] = [await freshContainer(), await freshContainer()];
    await reportFault(productId);
    const { id } = await onlyReport(productId);
    const wrong = await at.dispatcher.post(JOBS, jobBody(other, { faultReportId: id }));
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'productId']);
    const foreign = await otherLeader.post(JOBS, jobBody(productId, { faultReportId: id }));
    expect(foreign.status).toBe(404);
    expect((await onlyReport(productId)).status).toBe('received');
  });

  it('adds a report to an open job of the container, and to no other', async () => {
    const [productId, other] = [await freshContainer(), await freshContainer()];
    const job = expectData(await at.dispatcher.post(JOBS, jobBody(productId)));
    const elsewhere = expectData(await at.dispatcher.post(JOBS, jobBody(other)));
    await reportFault(productId);
    const { id, version } = await onlyReport(productId);
    const join = (jobId: string) => at.dispatcher.post(`${PATH}/${id}/join`, { version, jobId });
    expect((await join(elsewhere.id)).status).toBe(422);
    expect(expectData(await join(job.id))).toMatchObject({ status: 'joined', job: { id: job.id } });
    const { history } = expectData(await at.dispatcher.get(`${JOBS}/${job.id}`));
    expect(history.map(({ action }: { action: string }) => action)).toContain('join');
    const cancelled = await done(at.dispatcher, job, { action: 'cancel', reason: 'Not broken' });
    await reportFault(productId);
    const [again] = (await reportsOf(productId)).filter(({ status }) => status === 'received');
    const late = await at.dispatcher.post(`${PATH}/${again?.id}/join`, {
      version: again?.version,
      jobId: cancelled.id,
    });
    expect([late.status, late.body.code]).toEqual([409, 'JOB_IS_SOLVED']);
  });
});

describe('spam', () => {
  const statuses = async (productIds: readonly string[]) =>
    (await Promise.all(productIds.map((id) => reportsOf(id)))).flat().map(({ status }) => status);

  it('of one address costs one press, which one press takes back', async () => {
    const { from } = someone();
    const productIds = [];
    for (let n = 0; n < 8; n += 1) {
      const productId = await freshContainer();
      productIds.push(productId);
      await reportFault(productId, {}, { from });
    }
    const bystander = await freshContainer();
    await reportFault(bystander);
    const report = await onlyReport(productIds[3] ?? '');
    expect((await detail(report.id)).alike).toMatchObject({ address: 8, container: 1 });
    const pressed = expectData(
      await at.dispatcher.post(`${PATH}/${report.id}/spam`, {
        version: report.version,
        reach: 'address',
      }),
    );
    expect(await statuses(productIds)).toEqual(Array(8).fill('spam'));
    expect(await statuses([bystander])).toEqual(['received']);
    // The address is not listened to for a day, and is told nothing of it.
    const later = await freshContainer();
    const ignored = await reportFault(later, {}, { from });
    expect(ignored.status).toBe(303);
    expect((await openPage(test, ignored.location)).text).toMatch(/aria-current="step">Received/);
    expect(await statuses([later])).toEqual(['spam']);
    expectData(
      await at.dispatcher.post(`${PATH}/${report.id}/restore`, { version: pressed.version }),
    );
    expect(await statuses([...productIds, later])).toEqual(Array(9).fill('received'));
  });

  it('of one container costs one press, whatever addresses it came from', async () => {
    const productId = await freshContainer();
    for (let n = 0; n < 5; n += 1) await reportFault(productId);
    const [first] = await reportsOf(productId);
    expectData(
      await at.dispatcher.post(`${PATH}/${first?.id}/spam`, {
        version: first?.version,
        reach: 'container',
      }),
    );
    expect(await statuses([productId])).toEqual(Array(5).fill('spam'));
    // A fault may be real all the same: the next report is heard.
    await reportFault(productId);
    expect((await statuses([productId])).filter((one) => one === 'received')).toHaveLength(1);
  });

  it('is called so by several at once without anybody waiting for ever', async () => {
    const { from } = someone();
    const productIds = [await freshContainer(), await freshContainer(), await freshContainer()];
    for (const productId of productIds) await reportFault(productId, {}, { from });
    const reports = (await Promise.all(productIds.map((id) => reportsOf(id)))).flat();
    const answers = await Promise.all(
      reports.map(({ id, version }) =>
        at.dispatcher.post(`${PATH}/${id}/spam`, { version, reach: 'address' }),
      ),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await statuses(productIds)).toEqual(Array(3).fill('spam'));
  });

  it('reaches no report of another team', async () => {
    const { from } = someone();
    const [mine, theirs] = [await freshContainer(), await freshContainer()];
    for (const productId of [mine, theirs]) await reportFault(productId, {}, { from });
    await test.app.pg.query('update fault_reports set dispatcher_id = $1 where product_id = $2', [
      otherLeader.userId,
      theirs,
    ]);
    const report = await onlyReport(mine);
    const { version } = report;
    expectData(
      await at.dispatcher.post(`${PATH}/${report.id}/spam`, { version, reach: 'address' }),
    );
    expect(await statuses([mine, theirs])).toEqual(['spam', 'received']);
  });
});

describe('every state and action', () => {
  /** A report in a state, and an open job of its container. */
  async function reportIn(state: 'received' | 'accepted' | 'joined' | 'spam') {
    const productId = await freshContainer();
    const open = expectData(await at.dispatcher.post(JOBS, jobBody(productId)));
    await reportFault(productId);
    const { id, version } = await onlyReport(productId);
    const post = (action: string, body: object) =>
      at.dispatcher.post(`${PATH}/${id}/${action}`, body);
    if (state === 'joined') expectData(await post('join', { version, jobId: open.id }));
    if (state === 'spam') expectData(await post('spam', { version, reach: 'report' }));
    if (state === 'accepted') {
      expectData(await at.dispatcher.post(JOBS, jobBody(productId, { faultReportId: id })));
    }
    const now = await onlyReport(productId);
    return { productId, jobId: open.id, id, version: now.version, post };
  }

  it.each(['received', 'accepted', 'joined', 'spam'] as const)(
    'leads from %s where the machine says, and nowhere else',
    async (state) => {
      for (const [action, def] of Object.entries(faultReportMachine.actions)) {
        const { productId, jobId, id, version, post } = await reportIn(state);
        const body = {
          version,
          ...(action === 'join' ? { jobId } : {}),
          ...(action === 'spam' ? { reach: 'report' } : {}),
        };
        const act = (sent: object) =>
          action === 'accept'
            ? at.dispatcher.post(JOBS, jobBody(productId, { faultReportId: id }))
            : post(action, sent);
        if (action !== 'accept') {
          const stale = await act({ ...body, version: version + 1 });
          expect([state, action, 'stale', stale.status]).toEqual([state, action, 'stale', 409]);
        }
        const { status } = await act(body);
        const mayStart = (def.from as readonly string[]).includes(state);
        expect([state, action, status < 300]).toEqual([state, action, mayStart]);
        if (mayStart) expect(def.to).toContain((await onlyReport(productId)).status);
        else expect(status).toBe(409);
      }
    },
  );
});

describe('its sender', () => {
  it('sees how far the report is, and nothing else', async () => {
    const productId = await freshContainer();
    const sent = await reportFault(productId, { name: 'Malee' });
    const step = async () =>
      /aria-current="step">([^<]*)/.exec((await openPage(test, sent.location)).text)?.[1];
    expect(await step()).toBe('Received');
    const { id } = await onlyReport(productId);
    const body = jobBody(productId, { faultReportId: id, symptom: 'Internal words' });
    const job = expectData(await at.dispatcher.post(JOBS, body));
    expect(await step()).toBe('Being looked at');
    const planned = await done(at.dispatcher, job, {
      action: 'manager-response',
      ...acceptBody(at.world, [at.world.technician.userId]),
    });
    expect(await step()).toBe('A technician comes');
    const page = (await openPage(test, sent.location)).text;
    expect(page).toMatch(/<small>\d+ \w+ 2026 \d\d:\d\d to /);
    for (const secret of ['Internal words', 'Malee', job.documentNo, job.product.serialNumber])
      expect(page).not.toContain(secret);
    await done(at.world.technician, planned, { action: 'start' });
    expect(await step()).toBe('A technician is at work');
  });
});

describe('the night', () => {
  const night = () => test.app.transaction({ actor: SYSTEM }, tidyFaultReports);

  it('deletes old spam with its photographs, and keeps what is none', async () => {
    const [spam, real] = [await freshContainer(), await freshContainer()];
    for (const productId of [spam, real]) {
      const { phone, from } = someone();
      const form = await opened(productId, from);
      await sendForm(test, linkOf(productId), {
        from,
        parts: [
          ...Object.entries({ form, symptom: 'x y z', phone }),
          ['photos', { fileName: 'a.png', content: PIXEL }],
        ],
      });
    }
    const report = await onlyReport(spam);
    const { version } = report;
    expectData(await at.dispatcher.post(`${PATH}/${report.id}/spam`, { version, reach: 'report' }));
    const attached = async (id: string) =>
      (await test.app.pg.query('select 1 from attachments where subject_id = $1', [id])).rows;
    clock.advance(29 * 86_400_000);
    await night();
    expect(await attached(report.id)).toHaveLength(1);
    clock.advance(2 * 86_400_000);
    await night();
    expect(await attached(report.id)).toEqual([]);
    expect(await reportsOf(spam)).toEqual([]);
    expect((await onlyReport(real)).photoCount).toBe(1);
  });

  it('forgets addresses after a week, and senders of what was decided long ago', async () => {
    const productId = await freshContainer();
    await reportFault(productId, { name: 'Malee' });
    const { id } = await onlyReport(productId);
    expectData(await at.dispatcher.post(JOBS, jobBody(productId, { faultReportId: id })));
    const stored = async () =>
      (
        await test.app.pg.query(
          `select r.network, e.network as entry, r.reported_by_name as name, r.reported_by_phone as phone
           from fault_reports r join fault_report_entries e on e.report_id = r.id where r.id = $1`,
          [id],
        )
      ).rows[0];
    expect((await stored())?.network).toMatch(/^[0-9a-f]{32}$/);
    clock.advance(8 * 86_400_000);
    await night();
    expect(await stored()).toMatchObject({ network: null, entry: null, name: 'Malee' });
    clock.advance(90 * 86_400_000);
    await night();
    expect(await stored()).toMatchObject({ name: null, phone: null });
  });

  it('gives a report that waits to whoever leads the engineers now', async () => {
    const productId = await freshContainer();
    await reportFault(productId);
    await test.app.pg.query('update fault_reports set dispatcher_id = null where product_id = $1', [
      productId,
    ]);
    expect(await reportsOf(productId, at.dispatcher)).toEqual([]);
    await night();
    expect(await reportsOf(productId, at.dispatcher)).toHaveLength(1);
  });
});
