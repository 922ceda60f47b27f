import { useT } from '@boxyard/shared/runtime';
import { Alert } from '@boxyard/shared/ui';

interface Props {
  readonly leftOut: { readonly appointments: number; readonly technicians: number };
}

/** Says that an answer had no room for everything. */
export function LeftOut({ leftOut }: Props) {
  const t = useT('remote-repair-maintenance');
  if (leftOut.appointments === 0 && leftOut.technicians === 0) return null;
  return <Alert type="warning" showIcon title={t('planning.leftOut')} />;
}
