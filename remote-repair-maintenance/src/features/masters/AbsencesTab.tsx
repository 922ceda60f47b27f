import { MasterPage } from '@boxyard/shared/kit';
import { useCan } from '@boxyard/shared/runtime';
import { ownAbsences, technicianAbsences } from './masters.resource.tsx';

/** When technicians are away; technicians enter their own. */
export function AbsencesTab() {
  const keeps = useCan('repair-list:manage-masters');
  return (
    <MasterPage
      resource={keeps ? technicianAbsences : ownAbsences}
      embedded
      initialValues={{ reason: 'leave' }}
      toForm={(absence) => ({ ...absence })}
    />
  );
}
