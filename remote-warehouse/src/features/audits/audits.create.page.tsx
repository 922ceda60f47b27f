import { FormPage } from '@boxyard/shared/kit';
import { audits } from './audits.resource.tsx';

/** What most counts are: some bins in turn, blind, while stock goes on moving. */
const FRESH = {
  type: 'cycle',
  isBlind: true,
  freeze: 'none',
  binIds: [],
  categoryIds: [],
  counterIds: [],
  toleranceQty: 0,
  tolerancePct: '0.00',
  toleranceValue: '0.00',
};

export function Page() {
  return <FormPage resource={audits} mode="create" initialValues={FRESH} />;
}
