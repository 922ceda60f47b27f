import { DEBIT_REASONS } from '@boxyard/shared/domain/money/debitNoteMachine.ts';
import { correctionFamily } from '../../testing/correction.ts';
import { DEBIT_NOTES } from '../../testing/world.ts';

/** For the suites that go through all families. */
export const testFamily = correctionFamily({
  family: 'debitNotes',
  path: DEBIT_NOTES,
  table: 'debit_notes',
  causes: DEBIT_REASONS,
  series: { notes: 'DN', invoices: 'ID' },
  // Taxed over the whole, as a debit note asks for.
  correctable: `iv.vat_amount > 0 and iv.grand_total + iv.debited_amount - iv.credited_amount =
    (select sum(t.grand_total) from tax_entries t where t.invoice_id = iv.id)`,
});
