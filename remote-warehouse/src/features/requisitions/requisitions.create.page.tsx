import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { FormPage } from '@boxyard/shared/kit';
import { useSearchParams } from 'react-router-dom';
import { onlyFitting } from './fitting.ts';
import { requisitions } from './requisitions.resource.tsx';

/** What most requisitions are: for a repair, needed tomorrow; of a part where its page led here. */
const fresh = (partId: string | null) => ({
  purpose: 'repairJob',
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
