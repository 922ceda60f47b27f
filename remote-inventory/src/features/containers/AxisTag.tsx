import type { SaleStatus, ServiceStatus } from '@boxyard/shared/domain/containers/statuses.ts';
import { useT } from '@boxyard/shared/runtime';
import { ToneTag } from '@boxyard/shared/ui';
import { useTones } from './statusDictionary.ts';

type AxisTagProps =
  | { readonly axis: 'saleStatus'; readonly status: SaleStatus }
  | { readonly axis: 'serviceStatus'; readonly status: ServiceStatus };

/** A sale or service status, named and coloured as the dictionary says by now. */
export function AxisTag({ axis, status }: AxisTagProps) {
  const t = useT('remote-inventory');
  const tones = useTones();
  return <ToneTag tone={tones[status]}>{t(`containers.choice.${axis}.${status}`)}</ToneTag>;
}
