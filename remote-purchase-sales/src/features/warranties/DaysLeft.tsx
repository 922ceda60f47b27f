import { WARRANTY_WINDOWS } from '@boxyard/shared/domain/sales/warranties.ts';
import { useT } from '@boxyard/shared/runtime';
import { None, ToneTag } from '@boxyard/shared/ui';

const [FAR, NEAR] = WARRANTY_WINDOWS;

/** How long a warranty still lasts, marked when its renewal is to be offered. */
export function DaysLeft({ value }: { readonly value: number | null }) {
  const t = useT('remote-purchase-sales');
  if (value === null) return <None />;
  const text = t('warranties.daysLeft', { count: value });
  if (value > FAR) return text;
  return <ToneTag tone={value > NEAR ? 'processing' : 'warning'}>{text}</ToneTag>;
}
