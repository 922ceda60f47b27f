import type { ContractTermination } from '@boxyard/shared/contract/areas/contracts.ts';
import type { FormValues } from '@boxyard/shared/kit';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import './contracts.resource.tsx';
import { TerminationPreview } from './Termination.tsx';

const CONTRACT = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const left: ContractTermination = {
  lines: [
    {
      id: 'i1',
      kind: 'owed',
      invoice: { id: 'i1', documentNo: 'IV2611-0009', status: 'overdue' },
      dueDate: '2026-11-05',
      reason: null,
      amount: '3745.00',
      setOff: '3745.00',
    },
    {
      id: '3',
      kind: 'owed',
      invoice: null,
      dueDate: '2026-11-19',
      reason: null,
      amount: '1000.50',
      setOff: '1000.50',
    },
  ],
  vatRate: '7.00',
  owed: '4745.50',
  charged: '0.00',
  deposit: '5000.00',
  setOff: '4745.50',
  credit: '254.50',
  stillOwed: '0.00',
  settled: null,
  voided: [
    {
      id: 'i2',
      documentNo: 'IV2611-0012',
      status: 'issued',
      dueDate: '2026-12-05',
      amount: '3745.25',
    },
  ],
  credited: [
    {
      id: 'i5',
      documentNo: 'IV2611-0013',
      status: 'partiallyPaid',
      dueDate: '2026-12-05',
      amount: '15229.75',
    },
  ],
  withdrawn: [
    {
      id: 'w1',
      documentNo: 'WR2611-0003',
      startDate: '2027-11-20',
      endDate: '2028-11-19',
      invoices: [
        {
          id: 'i3',
          documentNo: 'IV2611-0015',
          status: 'issued',
          dueDate: '2026-12-20',
          amount: '1284.00',
          becomes: 'void',
        },
      ],
    },
    {
      id: 'w2',
      documentNo: 'WR2611-0004',
      startDate: '2028-11-20',
      endDate: '2029-11-19',
      invoices: [
        {
          id: 'i4',
          documentNo: 'IV2611-0016',
          status: 'paid',
          dueDate: '2026-12-20',
          amount: '1284.50',
          becomes: 'credit',
        },
      ],
    },
  ],
  keptDeposit: '0.00',
  titleHolder: 'customer',
  isReturned: true,
};
const NOTHING: ContractTermination = {
  ...left,
  lines: [],
  voided: [],
  credited: [],
  withdrawn: [],
  owed: '0.00',
  deposit: '0.00',
  setOff: '0.00',
  credit: '0.00',
  titleHolder: 'company',
  isReturned: false,
};

const DAYS = ['2026-11-20', '2026-11-01', '9999-12-31'];

/** The panel as the dialog draws it, beside something that types the day. */
function Dialog() {
  const [values, setValues] = useState<FormValues>({ effectiveDate: DAYS[0] });
  return (
    <>
      {DAYS.map((effectiveDate) => (
        <button
          key={effectiveDate}
          type="button"
          onClick={() => setValues((before) => ({ ...before, effectiveDate }))}
        >
          {effectiveDate}
        </button>
      ))}
      <TerminationPreview contractId={CONTRACT} values={values} />
    </>
  );
}

const show = (locale: 'en' | 'th', prepare: (server: ReturnType<typeof fakeServer>) => void) => {
  const server = fakeServer();
  prepare(server);
  return renderPage(<Dialog />, {
    route: `/sales-management/purchase-contract/${CONTRACT}`,
    path: '/sales-management/purchase-contract/:id',
    as: 'sales-manager',
    locale,
    server,
    texts: { 'remote-purchase-sales': { en, th } },
  });
};

const sums = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[data-sum]')].map((row) => [
      row.dataset.sum,
      row.querySelector('dd')?.textContent,
    ]),
  );

test.each([
  [
    'en',
    'Still to be paid',
    ['Becomes void', 'A credit note is asked for'],
    'Not billed yet',
    /title returns from the customer/,
  ],
  [
    'th',
    'ยังต้องชำระ',
    ['ใบแจ้งหนี้ที่จะถูกยกเลิก', 'ใบแจ้งหนี้ที่จะขอออกใบลดหนี้'],
    'ยังไม่ได้ออกใบแจ้งหนี้',
    /โอนจากลูกค้ากลับมาเป็นของบริษัท/,
  ],
] as const)('what the end leaves is read before it, in %s', async (...given) => {
  const [locale, owed, [voided, credited], unbilled, title] = given;
  const { server } = await show(locale, (to) => to.answer('contracts.termination', left));
  const open = within(await screen.findByRole('list', { name: owed }));
  const rows = open.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/IV2611-0009.*3,745\.00$/);
  expect(rows[1]).toContain(unbilled);
  const gone = within(screen.getByRole('list', { name: voided }));
  expect(gone.getByRole('listitem')).toHaveTextContent(/IV2611-0012.*3,745\.25$/);
  const asked = within(screen.getByRole('list', { name: credited }));
  expect(asked.getByRole('listitem')).toHaveTextContent(/IV2611-0013.*15,229\.75$/);
  expect(sums()).toEqual({
    owed: '฿4,745.50',
    deposit: '฿5,000.00',
    setOff: '฿4,745.50',
    credit: '฿254.50',
  });
  expect(screen.getByText(title)).toBeVisible();
  expect(server.requests('contracts.termination')).toMatchObject([
    { params: { id: CONTRACT }, query: { effectiveDate: '2026-11-20' } },
  ]);
});

test.each([
  ['en', 'Warranties that come to nothing', 'becomes void', 'a credit note is asked for'],
  ['th', 'การรับประกันที่ยังไม่เริ่มและจะถูกยกเลิก', 'จะถูกยกเลิก', 'ระบบจะขอออกใบลดหนี้'],
] as const)(
  'warranties that have not begun are named with their invoices, in %s',
  async (...given) => {
    const [locale, title, becomesVoid, becomesCredit] = given;
    await show(locale, (to) =>
      to.answer('contracts.termination', { ...NOTHING, withdrawn: left.withdrawn }),
    );
    const list = within(await screen.findByRole('list', { name: title }));
    const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain('WR2611-0003');
    expect(rows[1]).toMatch(new RegExp(`IV2611-0015.*${becomesVoid}.*1,284\\.00$`));
    expect(rows[2]).toContain('WR2611-0004');
    expect(rows[3]).toMatch(new RegExp(`IV2611-0016.*${becomesCredit}.*1,284\\.50$`));
  },
);

test('what has no number for this person stands there by its days and amount', async () => {
  const withdrawn = left.withdrawn.map((one) => ({
    ...one,
    documentNo: null,
    invoices: one.invoices.map((invoice) => ({ ...invoice, documentNo: null })),
  }));
  await show('en', (to) => to.answer('contracts.termination', { ...NOTHING, withdrawn }));
  const list = within(await screen.findByRole('list', { name: 'Warranties that come to nothing' }));
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^20/);
  expect(rows[1]).toMatch(/^becomes void.*1,284\.00$/);
});

test('it is read anew for another day, and not asked for one to come', async () => {
  const { user, server } = await show('en', (to) =>
    to.answer('contracts.termination', ({ query }) =>
      query.effectiveDate === DAYS[1] ? NOTHING : left,
    ),
  );
  await screen.findByText(/IV2611-0009/);
  await user.click(screen.getByRole('button', { name: DAYS[1] ?? '' }));
  expect(await screen.findByText('Nothing is owed, becomes void or is given back.')).toBeVisible();
  expect(screen.getByText('The container is offered again.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: DAYS[2] ?? '' }));
  expect(await screen.findByText(/today at the latest/)).toBeVisible();
  const asked = server.requests('contracts.termination').map(({ query }) => query.effectiveDate);
  expect(asked).toEqual([DAYS[0], DAYS[1]]);
});

test('a deposit that is not given back is said to be kept, and what it leaves owed', async () => {
  await show('en', (to) =>
    to.answer('contracts.termination', {
      ...left,
      deposit: '0.00',
      setOff: '0.00',
      credit: '0.00',
      stillOwed: '4745.50',
      keptDeposit: '5350.00',
    }),
  );
  expect(await screen.findByText('Deposit kept')).toBeVisible();
  expect(sums()).toMatchObject({ keptDeposit: '฿5,350.00', stillOwed: '฿4,745.50' });
});

test('while it comes there is a place for it, and a failure offers another try', async () => {
  const { user, server } = await show('en', (to) =>
    to.fail('contracts.termination', { statusCode: 500, message: 'Out of order' }),
  );
  const retry = await screen.findByRole('button', { name: /again/i });
  expect(screen.queryByText('Still to be paid')).toBeNull();
  server.answer('contracts.termination', left);
  const release = server.hold('contracts.termination');
  await user.click(retry);
  await waitFor(() => expect(server.requests('contracts.termination')).toHaveLength(2));
  release();
  expect(await screen.findByText(/IV2611-0009/)).toBeVisible();
});
