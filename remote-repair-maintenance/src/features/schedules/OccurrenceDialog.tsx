import { CallDialog } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { formatDate } from '@boxyard/shared/ui';
import { moveFields, pmOccurrences, skipFields } from './schedules.resource.tsx';

/** An occurrence that is to be skipped or moved. */
export interface Chosen {
  readonly action: 'skip' | 'move';
  readonly id: string;
  readonly version: number;
  readonly day: string;
  readonly serialNumber: string;
}

/** Skips one occurrence, or moves it to another day, with a reason. */
export function OccurrenceDialog({
  chosen,
  onClose,
}: {
  readonly chosen: Chosen;
  readonly onClose: () => void;
}) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  const { action, id, version, day, serialNumber } = chosen;
  const shared = {
    params: { id },
    resource: pmOccurrences,
    title: t(`pmOccurrences.${action}Title`, {
      serial: serialNumber,
      day: formatDate(day, locale),
    }),
    consequence: t(`pmOccurrences.${action}Consequence`),
    okText: t(`pmOccurrences.${action}Ok`),
    toBody: (values: Readonly<Record<string, unknown>>) => ({ ...values, version }),
    onDone: onClose,
    onClose,
  };
  return action === 'skip' ? (
    <CallDialog endpoint="pmOccurrences.skip" fields={skipFields} initialValues={{}} {...shared} />
  ) : (
    <CallDialog
      endpoint="pmOccurrences.move"
      fields={moveFields}
      initialValues={{ day }}
      {...shared}
    />
  );
}
