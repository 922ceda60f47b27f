import { addDays, bangkokDate, REQUISITION_PURPOSES } from '@boxyard/shared/domain';
import { FormPage } from '@boxyard/shared/kit';
import { lastChoice } from '@boxyard/shared/runtime';
import { useSearchParams } from 'react-router-dom';
import { onlyFitting } from './fitting.ts';
import { requisitions } from './requisitions.resource.tsx';

/** What most requisitions are: for what this person asked last, else a repair, needed tomorrow; of a part where its page led here. */
const fresh = (partId: string | null) => ({
  purpose: lastChoice('purpose', REQUISITION_PURPOSES) ?? 'repairJob',
  neededBy: addDays(bangkokDate(new Date()), 1),
  items: [partId === null ? {} : { partId }],
});

export function Page() {
  const [search] = useSearchParams();
  return (
    <FormPage
      resource={requisitions}
      mode="create"
      initialValues={fresh(search.get('part'))}
      toBody={onlyFitting}
    />
  );
}
