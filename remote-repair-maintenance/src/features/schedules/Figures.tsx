import type { PmScheduleRow } from '@boxyard/shared/contract/areas/pmSchedules.ts';
import { useT } from '@boxyard/shared/runtime';
import { None } from '@boxyard/shared/ui';

/** "Every 3 months". */
export function Interval({ every, unit }: Pick<PmScheduleRow, 'every' | 'unit'>) {
  const t = useT('remote-repair-maintenance');
  return (
    <>
      {every === 1
        ? t(`pmSchedules.interval.${unit}`)
        : t(`pmSchedules.intervals.${unit}`, { count: every })}
    </>
  );
}

/** Share of what was due that was done in time. */
export function Compliance({ compliancePercent }: Pick<PmScheduleRow, 'compliancePercent'>) {
  const t = useT('remote-repair-maintenance');
  if (compliancePercent === null) return <None />;
  return <>{t('pmSchedules.percent', { percent: compliancePercent })}</>;
}
