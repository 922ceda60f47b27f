import type { Contract, RowOf } from '@boxyard/shared/contract';
import { addDays, decimal } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import type { Setting } from './setting.ts';

type Debt = RowOf<Contract['creditPurchases.list']>;

/** Day of the month on which accounting pays what is due. */
const PAY_DAY = 25;
/** What falls due before the next pay day is paid as well; the rest waits and may be late. */
const AHEAD_DAYS = 20;
const MOST_OF_A_RUN = 100;

/** Suppliers on credit are paid once a month (domain-warehouse 1.7). */
export class Paying {
  readonly #office: Office;
  readonly #setting: Setting;

  constructor({ office, setting }: { readonly office: Office; readonly setting: Setting }) {
    this.#office = office;
    this.#setting = setting;
  }

  async day(today: string): Promise<void> {
    if (Number(today.slice(8)) !== PAY_DAY) return;
    for (const { id } of this.#setting.suppliers.filter(({ credit }) => credit)) {
      await this.#pay(id, today);
    }
  }

  async #pay(supplierId: string, today: string): Promise<void> {
    const owed = await this.#office.rows<Debt>('accounting-officer', 'creditPurchases.list', {
      params: { supplierId },
      status: 'unpaid,partial,overdue',
      limit: String(MOST_OF_A_RUN),
      sort: 'dueDate',
    });
    const due = owed.filter(
      (debt) => debt.dueDate <= addDays(today, AHEAD_DAYS) && !decimal.isZero(debt.outstanding),
    );
    if (due.length === 0) return;
    await this.#office.act('accounting-officer', 'supplierPayments.create', {
      body: {
        supplierId,
        paymentDate: today,
        method: 'transfer',
        reference: `KB${today.replaceAll('-', '')}${supplierId.slice(-4)}`,
        items: due.map(({ id, outstanding }) => ({ creditPurchaseId: id, amount: outstanding })),
      },
    });
  }
}
