import { useT } from '@boxyard/shared/runtime';
import { DateText, None, ToneTag } from '@boxyard/shared/ui';

interface Props {
  readonly transfer: { readonly expectedArrival: string | null; readonly isLate: boolean };
}

/** When containers are expected, and whether that day has passed without them. */
export function Arrival({ transfer: { expectedArrival, isLate } }: Props) {
  const t = useT('remote-inventory');
  if (expectedArrival === null) return <None />;
  return (
    <>
      <DateText value={expectedArrival} />
      {isLate ? <ToneTag tone="error">{t('containerTransfers.late')}</ToneTag> : null}
    </>
  );
}
