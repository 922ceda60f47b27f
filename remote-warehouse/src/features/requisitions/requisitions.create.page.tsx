import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { FormPage } from '@boxyard/shared/kit';
import { onlyFitting } from './fitting.ts';
import { requisitions } from './requisitions.resource.tsx';

/** What most requisitions are: for a repair, needed tomorrow. */
const fresh = () => ({
  purpose: 'repairJob',
  neededBy: addDays(bangkokDate(new Date()), 1),
  items: [{}],
});

export function Page() {
  return (
    <FormPage resource={requisitions} mode="create" initialValues={fresh()} toBody={onlyFitting} />
  );
}
