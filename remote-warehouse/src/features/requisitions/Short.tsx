import { useT } from '@boxyard/shared/runtime';
import { None, ToneTag } from '@boxyard/shared/ui';

/** Whether a requisition holds less than was approved. */
export function Short({ isShort }: { readonly isShort: boolean }) {
  const t = useT('remote-warehouse');
  return isShort ? <ToneTag tone="error">{t('requisitions.short')}</ToneTag> : <None />;
}
