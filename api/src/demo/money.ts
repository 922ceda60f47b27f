import type { Office } from './office.ts';

const CREW = { clerk: 'accounting-officer', manager: 'accounting-manager' } as const;

interface Invoice {
  readonly id: string;
  readonly balance: string;
  readonly customer: { readonly id: string };
}

/** The deposit of a contract is paid. */
export async function payDeposit(office: Office): Promise<void> {
  const [deposit] = await office.rows<Invoice>(CREW.clerk, 'invoices.list', {
    sourceType: 'deposit',
    limit: '10',
  });
  if (!deposit) return;
  const payment = await office.act(CREW.clerk, 'payments.create', {
    body: {
      customerId: deposit.customer.id,
      method: 'cash',
      paidAt: office.clock.now().toISOString(),
      amount: deposit.balance,
      allocations: [{ invoiceId: deposit.id, amount: deposit.balance }],
    },
  });
  await office.act(CREW.manager, 'payments.verify', {
    params: { id: payment.id },
    body: { version: payment.version },
  });
}
