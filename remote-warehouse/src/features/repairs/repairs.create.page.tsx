import { FormPage } from '@boxyard/shared/kit';
import { useSearchParams } from 'react-router-dom';
import { freshRepair } from './repairForm.ts';
import { repairs } from './repairs.resource.tsx';

export function Page() {
  const [search] = useSearchParams();
  return (
    <FormPage resource={repairs} mode="create" initialValues={freshRepair(search.get('part'))} />
  );
}
