import type { ProductDetail } from '@boxyard/shared/contract';
import type { FormValues, LineContext } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Select } from '@boxyard/shared/ui';

interface Props {
  readonly line: FormValues;
  readonly context: LineContext;
}

type Inside = ProductDetail['parts'][number];

/** Which of the parts that are taken out below a new part takes the place of. */
export function InPlaceOf({ line, context }: Props) {
  const t = useT('remote-inventory');
  const leaving = new Set(
    ((context.values.remove ?? []) as readonly { readonly id?: string }[]).map(({ id }) => id),
  );
  const inside = ((context.values.inside ?? []) as readonly Inside[]).filter(({ id }) =>
    leaving.has(id),
  );
  return (
    <Select
      aria-label={t('containers.inPlaceOf', { line: context.index + 1 })}
      style={{ width: '100%' }}
      popupMatchSelectWidth={false}
      allowClear
      disabled={context.disabled || inside.length === 0}
      placeholder={t('containers.replacesNothing')}
      value={typeof line.replacesId === 'string' ? line.replacesId : null}
      options={inside.map(({ id, part, serialNo, lotNo }) => ({
        value: id,
        label: [part.code, serialNo ?? lotNo].filter(Boolean).join(' · '),
      }))}
      onChange={(id: string | undefined) => context.change({ replacesId: id ?? null })}
    />
  );
}
