import { SYSTEM } from '../../kernel/index.ts';
import { closePeriod, verifyStock } from '../../ledger/index.ts';
import { createTestApp, manualClock, type TestApp } from '../../testing/index.ts';

/**
 * A server for the tests of a file, and its clock. After each test, or `atEnd` of a file of very
 * many, every balance has to agree with its moves (I1).
 */
export function withTestServer(
  start: string,
  setUp: (test: TestApp) => Promise<void>,
  { atEnd = false }: { atEnd?: boolean } = {},
) {
  const clock = manualClock(new Date(start));
  let test: TestApp;
  const verify = async () => {
    const report = await verifyStock(test.app.pg);
    expect(report.drift).toEqual([]);
  };
  beforeAll(async () => {
    test = await createTestApp({ clock });
    await setUp(test);
  });
  if (!atEnd) afterEach(verify);
  afterAll(async () => {
    if (atEnd) await verify();
    await test.close();
  });
  return clock;
}

/** Closes a month of the test's company, as of now. */
export const closeMonth = ({ app, companyId }: TestApp, period: string) =>
  app.transaction({ actor: SYSTEM }, (ctx) =>
    closePeriod(ctx.pg, { companyId, period, now: app.clock.now(), by: null }),
  );
