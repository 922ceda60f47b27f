import type { ProductDetail } from '@boxyard/shared/contract';
import type { FormValues, LineContext } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { formatQuantity, Select } from '@boxyard/shared/ui';

interface Props {
  readonly line: FormValues;
  readonly context: LineContext;
}

type Inside = ProductDetail['parts'][number];

/** Which built-in part is taken out; its quantity and condition follow. */
export function BuiltIn({ line, context }: Props) {
  const t = useT('remote-inventory');
  const inside = (context.values.inside ?? []) as readonly Inside[];
  return (
    <Select
      aria-label={t('containers.builtInOf', { line: context.index + 1 })}
      style={{ width: '100%' }}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={context.disabled}
      placeholder={t('containers.chooseBuiltIn')}
      value={typeof line.id === 'string' ? line.id : null}
      options={inside.map((part) => ({
        value: part.id,
        label: [
          part.part.code,
          part.part.name,
          part.serialNo ?? part.lotNo,
          formatQuantity(part.quantity),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
      onChange={(id: string) => {
        const part = inside.find((one) => one.id === id);
        if (part) {
          context.change({
            id,
            quantity: part.quantity,
            condition: part.condition,
            disposition: 'restock',
          });
        }
      }}
    />
  );
}
