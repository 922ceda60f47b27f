import { withTestServer } from '../../workflow/testing/testServer.ts';
import { expectData } from '../../workflow/testing/world.ts';
import {
  creditBody,
  issued,
  makeWorld,
  onCreditNotes,
  onInvoices,
  onPayments,
  paid,
  type World,
} from '../money/testing/world.ts';

/** What customers were billed and what they paid, as the dashboard shows it. */

let world: World;
const clock = withTestServer('2026-10-05T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

it('adds up each month of what was billed and what came in, less what was taken back', async () => {
  const first = await issued(world, { taxPoint: 'delivery' });
  await paid(world, first, '500.00');
  clock.set(new Date('2026-11-05T03:00:00Z'));
  const second = await issued(world);
  const gone = await issued(world);
  await onInvoices.done(world.accountant, gone, { action: 'void', reason: 'Wrong customer' });
  const late = await paid(world, second, '1070.00');
  await onPayments.done(world.accountant, late, { action: 'reverse', reason: 'It bounced' });
  await paid(world, second, '70.00');
  const asked = expectData(await world.clerk.post('/credit_notes', creditBody(first)));
  await onCreditNotes.done(world.admin, asked, { action: 'approve' });
  const charts = async (who: typeof world.clerk) =>
    expectData(await who.get('/dashboard/charts')).charts as {
      key: string;
      points: { label: string; values: string[] }[];
    }[];
  const chart = (await charts(world.accountant)).find(({ key }) => key === 'billedByMonth');
  expect(chart?.points).toHaveLength(12);
  expect(chart?.points.slice(-2)).toEqual([
    { label: '2026-10', values: ['1070.00', '500.00'] },
    { label: '2026-11', values: ['963.00', '70.00'] },
  ]);
  const officer = await world.test.as('sales-officer');
  expect((await charts(officer)).map(({ key }) => key)).not.toContain('billedByMonth');
});
