import { FAULT_LIMITS } from '@boxyard/shared/domain/service/faultReports.ts';
import fc from 'fast-check';
import { plantContainer } from '../../modules/containers/testing/planted.ts';
import { plantEstimate } from '../../modules/service/estimates/testing/planted.ts';
import {
  formOf,
  formToken,
  openPage,
  type Part,
} from '../../modules/service/faultReports/testing/pages.ts';
import { createTestApp, manualClock, type TestApp } from '../../testing/index.ts';
import { makeWorld } from '../../workflow/testing/world.ts';

/** Requests that are under way at one moment. */
const AT_ONCE = 20;
/** Requests that somebody sends who means no good; `test:full` sends as many as the owner asks for. */
const RUNS = process.env.TEST_FULL === '1' ? 10_000 : 500;

const clock = manualClock(new Date('2026-11-30T03:00:00Z'));
let test: TestApp;
/** Address of a container's page, and tokens of forms that it has opened. */
let link: string;
let forms: string[];
/** Address of an estimate that waits for its answer. */
let estimate: string;
beforeAll(async () => {
  test = await createTestApp({ clock });
  const { warehouseId, companyId } = await makeWorld(test);
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  link = `/r/${test.app.links.write('container', productId)}`;
  forms = [];
  for (let n = 0; n < 20; n += 1) forms.push(formToken((await openPage(test, link)).text));
  estimate = `/r/estimate/${test.app.links.write('estimate', await plantEstimate(test, productId))}`;
  clock.advance(10_000);
});
afterAll(async () => test?.close());

const NASTY = [
  '',
  ' ',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\u202e\u0e01',
  '\ud800',
  'a\u0000b',
  'x'.repeat(5000),
  '😀'.repeat(300),
  '๐๘๑๒๓๔๕๖๗๘',
  '0812345678',
  '+66 81 234 5678',
  '__proto__',
  'null',
  '%00',
  'ก์์์์์์์์',
];
const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 60 }));

const content = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  // The beginning of a picture, and then anything.
  fc
    .tuple(
      fc.constantFrom('ffd8ffe0', 'ffd8ffe1ffff', '89504e470d0a1a0a0000000d49484452', 'ffd8ffda'),
      fc.uint8Array({ maxLength: 400 }),
    )
    .map(([magic, bytes]) => Buffer.concat([Buffer.from(magic, 'hex'), bytes])),
);
const NAMES = [
  'form',
  'symptomCodeId',
  'symptom',
  'phone',
  'name',
  'website',
  'photos',
  'estimateAnswer',
  'answeredBy',
  'answerReason',
] as const;
const part = fc.oneof(
  fc.constantFrom<[string, Part]>(['phone', '0812345678'], ['symptom', 'Broken']),
  fc.tuple(fc.constantFrom(...NAMES, '__proto__', 'status', ''), text as fc.Arbitrary<Part>),
  fc.tuple(
    fc.constantFrom('photos', 'photos', 'file'),
    fc.record({ fileName: text, content }) as fc.Arbitrary<Part>,
  ),
);

/** Addresses: the container's own now and then, else one that is nearly right or nothing of the kind. */
const address = fc.oneof(
  fc.constant(() => link),
  fc.constant(() => link),
  fc.constant(() => link),
  fc.nat(38).map((at) => () => {
    const place = '/r/'.length + at;
    return `${link.slice(0, place)}${link[place] === 'A' ? 'B' : 'A'}${link.slice(place + 1)}`;
  }),
  fc.constantFrom(
    () => link.replace('/r/', '/r/progress/'),
    () => link.replace('/r/', '/r/estimate/'),
    () => estimate,
    () => estimate,
    () => estimate,
    () => `${estimate}A`,
    () => estimate.replace('/r/estimate/', '/r/'),
    () => estimate.replace('/r/estimate/', '/r/progress/'),
    () => estimate.replace('/r/estimate/', '/api/v1/estimate_links/'),
    () => '/api/v1/estimate_links/x',
    () => `/r/estimate/${'0'.repeat(39)}`,
    () => '/r/estimate/%00',
    () => '/r/x',
    () => `/r/${'0'.repeat(39)}`,
    () => `/r/${encodeURIComponent("' or 1=1 --")}`,
    () => '/r/%ff',
    () => '/r/progress/%00',
    () => link.replace('/r/', '/api/v1/fault_links/'),
    () => '/api/v1/fault_links/x',
    () => `/api/v1/fault_progress/${'0'.repeat(39)}`,
    () => '/r/assets/..%2f..%2fpackage.json',
  ),
);

const call = fc.record({
  address,
  method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE'),
  parts: fc.oneof(
    fc.array(part, { maxLength: 8 }),
    fc
      .array(part, { maxLength: 1 })
      .map((odd): [string, Part][] => [['symptom', 'Broken'], ['phone', '0812345678'], ...odd]),
  ),
  formAt: fc.option(fc.nat(19)),
  query: fc.constantFrom('', '?lang=en', '?lang=%00', '?lang=th&lang=en', '?__proto__=1'),
  type: fc.constantFrom(null, null, null, 'application/json', 'multipart/form-data', 'text/plain'),
  cut: fc.option(fc.nat(300), { freq: 6 }),
  from: fc.nat(50_000),
});

type Hostile = typeof call extends fc.Arbitrary<infer T> ? T : never;

it(`answers ${RUNS} hostile requests without a fault of its own, a job, or a hint`, async () => {
  const faults: string[] = [];
  /** Whole answers of links that lead nowhere, each without the address that it was asked by. */
  const refusals = new Set<string>();
  let reports = 0;
  const check = async (one: Hostile): Promise<void> => {
    const url = `${one.address()}${one.query}`;
    const form = one.formAt === null ? [] : [['form', forms[one.formAt] ?? ''] as const];
    const { payload, headers } = formOf([...form, ...one.parts]);
    const hasBody = one.method !== 'GET';
    const answer = await test.server.inject({
      method: one.method as 'GET',
      url,
      remoteAddress: `10.${one.from >> 16}.${(one.from >> 8) & 255}.${one.from & 255}`,
      headers: {
        'accept-language': 'en',
        ...(hasBody ? { 'content-type': one.type ?? headers['content-type'] } : {}),
      },
      ...(hasBody ? { payload: one.cut === null ? payload : payload.subarray(0, one.cut) } : {}),
    });
    const leaks = /\bat .+\.ts:\d+|node_modules|select .+ from/i.test(answer.payload);
    if (answer.statusCode >= 500 || leaks) {
      faults.push(`${answer.statusCode} ${one.method} ${url} ${payload.toString('latin1')}`);
    }
    const isReport = answer.statusCode === 303 || answer.statusCode === 201;
    if (isReport && !url.includes('/estimate')) reports += 1;
    const isPage = /^\/r\/[^/]+$/.test(url.split('?')[0] ?? '') && one.method !== 'PUT';
    if (answer.statusCode === 404 && isPage && one.method !== 'DELETE') {
      refusals.add(
        answer.payload.replace(/href="[^"]*lang=\w\w"[^>]*>[^<]*</, '').replace(/lang="\w\w"/g, ''),
      );
    }
  };
  const calls = fc.sample(call, { numRuns: RUNS, seed: 20_261_130 });
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    await Promise.all(calls.slice(at, at + AT_ONCE).map(check));
  }
  expect(faults).toEqual([]);
  const { rows } = await test.app.pg.query<{ jobs: number; entries: number; answers: number }>(
    `select (select count(*)::int from jobs) as jobs,
       (select count(*)::int from history where action = 'answer-estimate') as answers,
       (select count(*)::int from fault_report_entries) as entries`,
  );
  // The one that was planted.
  expect(rows[0]?.jobs).toBe(1);
  expect(rows[0]?.answers).toBeLessThanOrEqual(1);
  // Some of them are reports like any other, and come through.
  expect(rows[0]?.entries).toBeGreaterThan(0);
  expect(rows[0]?.entries).toBeLessThanOrEqual(FAULT_LIMITS.container);
  expect(reports).toBeGreaterThanOrEqual(rows[0]?.entries ?? 0);
  // English and Thai, where the address said so.
  expect(refusals.size).toBeLessThanOrEqual(2);
  // The page still works for whoever comes next.
  expect((await openPage(test, link)).status).toBe(200);
  expect((await openPage(test, estimate)).status).toBe(200);
});
