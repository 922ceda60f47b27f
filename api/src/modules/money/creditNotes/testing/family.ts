import { CREDIT_REASONS } from '@boxyard/shared/domain/money/creditNoteMachine.ts';
import { correctionFamily } from '../../testing/correction.ts';
import { CREDIT_NOTES } from '../../testing/world.ts';

/** For the suites that go through all families. */
export const testFamily = correctionFamily({
  family: 'creditNotes',
  path: CREDIT_NOTES,
  table: 'credit_notes',
  causes: CREDIT_REASONS,
  series: { notes: 'CN', invoices: 'IC' },
  correctable: 'true',
});
