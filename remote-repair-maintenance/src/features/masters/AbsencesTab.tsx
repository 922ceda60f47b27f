import { MasterPage } from '@boxyard/shared/kit';
import { useCan } from '@boxyard/shared/runtime';
import { ownAbsences, technicianAbsences } from './masters.resource.tsx';

/** Absences of technicians, who enter their own. */
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
