import { isMeterUnit } from '@boxyard/shared/domain/service/schedules.ts';
import { MasterPage } from '@boxyard/shared/kit';
import { Occurrences } from './Occurrences.tsx';
import { Readings } from './Readings.tsx';
import { pmSchedules } from './schedules.resource.tsx';

const NEW_SCHEDULE = {
  every: 3,
  unit: 'month',
  basedOn: 'scheduledDate',
  leadDays: 7,
  graceDays: 3,
  requireSignature: false,
  checklist: [],
  requiredParts: [],
};

/** A line that no part was chosen for is none. */
const filled = (lines: unknown): readonly object[] =>
  ((lines ?? []) as readonly { readonly partId?: string }[]).filter(({ partId }) => partId);

/** Schedules of preventive maintenance; each shows its occurrences in its drawer. */
export const SchedulesTab = () => (
  <MasterPage
    resource={pmSchedules}
    embedded
    linked
    size="wide"
    initialValues={NEW_SCHEDULE}
    toForm={(schedule) => ({
      ...schedule,
      teamId: schedule.team?.id ?? null,
      requiredParts: schedule.requiredParts.map(({ part, quantity }) => ({
        partId: part.id,
        quantity,
      })),
    })}
    toBody={({ requiredParts, ...values }) => ({
      ...values,
      requiredParts: filled(requiredParts),
    })}
    // Occurrences stand above the form: people open a schedule for them.
    drawerBanner={({ id }) => <Occurrences scheduleId={id} />}
    drawerExtra={({ product, unit }) =>
      product && isMeterUnit(unit) ? <Readings product={product} kind={unit} /> : null
    }
  />
);
