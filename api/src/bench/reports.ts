import { get } from 'node:http';
import { contract, MAX_EXPORT_ROWS, type ReportEndpoint } from '@boxyard/shared/contract';
import { refreshSums } from '../jobs/tasks.ts';
import { makeWorld } from '../modules/money/testing/world.ts';
import type { Person, TestApp } from '../testing/index.ts';
import { listen, runBench } from './benchServer.ts';
import { fillReports } from './fillReports.ts';
import { type LoadReport, load } from './load.ts';
import { asked, Report } from './report.ts';

/**
 * The heavy reports over a million facts each, asked for by four people at once: the first page of a
 * month with totals and charts, of a year, and by groups; a file of as many months as are answered at
 * once, and a PDF of a day. Beside each stands the same total in plain SQL, asked for alone.
 *
 *   npm run bench -- reports                     BENCH_ROWS=1000000 BENCH_SECONDS=5
 *   BENCH_REPORTS=customer,payment npm run bench -- reports
 */
const sizes = () => ({
  rows: asked('ROWS', 1_000_000),
  customers: asked('CUSTOMERS', 5000),
  seconds: asked('SECONDS', 5),
});

const PEOPLE = 4;
/** Milliseconds, and megabytes that a file may take besides. */
const GOALS = { month: 300, year: 1500, groups: 500, firstByte: 1000, memory: 150, pdf: 10_000 };

interface Heavy {
  readonly group: string;
  /** The same totals of the days $2 to $3 of the company $1. */
  readonly plain: string;
}

const HEAVY: Readonly<Record<string, Heavy>> = {
  purchase: {
    group: 'supplier',
    plain: `select count(*), sum(base_amount), sum(vat_amount) from purchase_order_items
      where company_id = $1 and order_date between $2 and $3 and order_status not in ('draft', 'rejected', 'cancelled')`,
  },
  purchaseReceipt: {
    group: 'supplier',
    plain: `select count(*), sum(base_amount), sum(vat_amount) from purchase_order_receipt_items
      where company_id = $1 and received_date between $2 and $3 and receipt_status = 'posted'`,
  },
  partsSales: {
    group: 'part',
    plain: `select count(*), sum(i.base_amount), sum(i.issue_value) from part_sales d
      join part_sale_items i on i.document_id = d.id
      where d.company_id = $1 and d.document_date between $2 and $3 and d.status not in ('draft', 'cancelled')`,
  },
  partsRequisition: {
    group: 'part',
    plain: `select count(*), sum(i.requested_qty), sum(i.issue_value) from requisitions d
      join requisition_items i on i.requisition_id = d.id
      where d.company_id = $1 and d.document_date between $2 and $3 and d.status not in ('rejected', 'cancelled', 'reversed')`,
  },
  payment: {
    group: 'method',
    plain: `select count(*), sum(p.amount), (select sum(t.vat_amount) from tax_entries t
        join payments x on x.id = t.payment_id
        where x.company_id = $1 and x.document_date between $2 and $3 and x.status not in ('rejected', 'reversed'))
      from payments p where p.company_id = $1 and p.document_date between $2 and $3
        and p.status not in ('rejected', 'reversed')`,
  },
  customer: {
    group: 'zone',
    plain: `select count(distinct c.id), sum(r.amount) from customers c join receivable_entries r on r.customer_id = c.id
      where c.company_id = $1 and $2::date <= $3::date`,
  },
  salesAgent: {
    group: 'sale',
    plain: `select (select sum(amount) from payments where company_id = $1 and document_date between $2 and $3
        and status in ('verified', 'partlyRefunded', 'refunded')),
      (select sum(grand_total) from contracts where company_id = $1 and document_date between $2 and $3)`,
  },
};

const FIRST_MONTH = Date.UTC(2025, 5, 1);
const MONTHS = 16;
/** Over which the facts of the most crowded report are spread. */
const FILLED_MONTHS = 16;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days of so many months from the one of that number on. */
const daysOf = (month: number, months: number): string => {
  const first = new Date(FIRST_MONTH);
  const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1);
  const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month + months, 0);
  return `startDate=${dayOf(start)}&endDate=${dayOf(end)}`;
};

const at = (times: readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

interface File {
  readonly firstByte: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly status: number;
}

/** Reads a file to its end, or as far as the time allows. */
const download = (port: number, path: string, { token, most }: { token: string; most: number }) =>
  new Promise<File>((done, failed) => {
    const started = performance.now();
    const request = get(
      { port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        let firstByte = 0;
        let bytes = 0;
        const end = () =>
          done({
            firstByte,
            seconds: (performance.now() - started) / 1000,
            bytes,
            status: response.statusCode ?? 0,
          });
        response.on('data', (part: Buffer) => {
          if (bytes === 0) firstByte = performance.now() - started;
          bytes += part.length;
          if (performance.now() - started > most * 1000) {
            response.destroy();
            end();
          }
        });
        response.on('end', end);
      },
    );
    request.on('error', failed);
  });

const megabytes = () => process.memoryUsage().rss / 1_048_576;

/** Measures the additional memory of the process while something runs, in bytes. */
async function memoryOf<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = megabytes();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 20);
  try {
    return [await work(), most - before];
  } finally {
    clearInterval(timer);
  }
}

export async function measure(test: TestApp, report: Report, asks = sizes()): Promise<void> {
  const world = await makeWorld(test);
  const started = performance.now();
  await fillReports(test, world, asks);
  report.say(
    `${asks.rows} facts of each kind in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  const summed = performance.now();
  await refreshSums(test.app);
  report.say(`their sums in ${((performance.now() - summed) / 1000).toFixed(0)} s`);
  await test.app.pg.query('vacuum analyze report_sums');
  await measureFilled(test, report, asks);
}

/** The same on what is there already. */
async function measureFilled(
  test: TestApp,
  report: Report,
  { rows, seconds }: Pick<ReturnType<typeof sizes>, 'rows' | 'seconds'>,
): Promise<void> {
  const monthsOfFile = Math.max(
    1,
    Math.min(12, Math.floor((MAX_EXPORT_ROWS * FILLED_MONTHS) / rows)),
  );
  const { pg } = test.app;
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await test.as('auditor'));
  const [first] = people;
  const token = first?.token ?? '';
  const port = await listen(test);
  const only = process.env.BENCH_REPORTS?.split(',');
  const ask = async (paths: readonly string[]): Promise<LoadReport> => {
    const calls = paths.map((path, n) => ({ token: people[n % PEOPLE]?.token ?? '', path }));
    await load({ port, calls: calls.slice(0, PEOPLE), rate: 0, connections: PEOPLE });
    return load({ port, calls, rate: 0, seconds, connections: PEOPLE });
  };
  for (const [name, { group, plain }] of Object.entries(HEAVY)) {
    if (only && !only.includes(name)) continue;
    const { slug } = (contract as unknown as Record<string, ReportEndpoint>)[`reports.${name}`]
      ?.report ?? { slug: '' };
    const of = (query: string) => `/api/v1/reports/${slug}?limit=20&${query}`;
    const months = Array.from({ length: MONTHS }, (_, n) => daysOf(n, 1));
    const years = Array.from({ length: MONTHS - 11 }, (_, n) => daysOf(n, 12));
    const told = async (what: string, paths: readonly string[], goal: number) => {
      const found = await ask(paths);
      const p95 = at(found.latencies, 0.95);
      report.sayLoad(
        `${slug}: ${what}: p50 ${at(found.latencies, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (goal ${goal} ms)`,
        found,
      );
      report.goal(p95 <= goal, `${slug}: ${what}`);
    };
    const times: number[] = [];
    for (const days of months.slice(0, 5)) {
      const [start, end] = [...days.matchAll(/\d{4}-\d\d-\d\d/g)].map(([day]) => day);
      const from = performance.now();
      await pg.query(plain, [test.companyId, start, end]);
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    report.say(`${slug}: totals of a month in plain SQL, alone: ${at(times, 0.5).toFixed(0)} ms`);
    await told('first page of a month', months.map(of), GOALS.month);
    await told('first page of a year', years.map(of), GOALS.year);
    await told(
      `a month by ${group}`,
      months.map((days) => of(`${days}&groupBy=${group}`)),
      GOALS.groups,
    );
    const [sheet, memory] = await memoryOf(() =>
      download(port, `/api/v1/reports/${slug}/export?format=xlsx&${daysOf(0, monthsOfFile)}`, {
        token,
        most: seconds * 4,
      }),
    );
    report.say(
      `${slug}: XLSX of ${monthsOfFile} months: first byte after ${sheet.firstByte.toFixed(0)} ms (goal ${GOALS.firstByte} ms), ` +
        `${(sheet.bytes / 1_048_576).toFixed(1)} MB in ${sheet.seconds.toFixed(1)} s, ${memory.toFixed(0)} MB more memory (goal ${GOALS.memory} MB)`,
    );
    if (sheet.status !== 200) report.fault(`${slug}: XLSX answered ${sheet.status}`);
    report.goal(sheet.firstByte <= GOALS.firstByte, `${slug}: first byte of the XLSX`);
    report.goal(memory <= GOALS.memory, `${slug}: memory of the XLSX`);
    const day = dayOf(FIRST_MONTH);
    const pdf = await download(
      port,
      `/api/v1/reports/${slug}/export?format=pdf&startDate=${day}&endDate=${day}`,
      { token, most: 60 },
    );
    report.say(
      `${slug}: PDF of a day: ${pdf.seconds.toFixed(1)} s (goal ${GOALS.pdf / 1000} s), ${(pdf.bytes / 1024).toFixed(0)} kB`,
    );
    if (pdf.status !== 200) report.fault(`${slug}: PDF answered ${pdf.status}`);
    report.goal(pdf.seconds * 1000 <= GOALS.pdf, `${slug}: PDF`);
  }
}

if (import.meta.main) await runBench(new Report('reports'), measure);
