import type { PartDetail } from '@boxyard/shared/contract';
import { useCan, useT } from '@boxyard/shared/runtime';
import { Facts, Money, None, Quantity, RefText } from '@boxyard/shared/ui';
import { Fragment } from 'react';
import { Images } from './Images.tsx';
import classes from './parts.module.css';

const orNone = (text: string | null) => text || <None />;

/** What is known of a part besides its stock: the fields of its form, to read. */
export function Details({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const seesCost = useCan('parts-warehouse:view-cost');
  const unit = <RefText value={part.unit} show="name" />;
  const uses = (['isRepairable', 'isDisassemblable', 'isSellable'] as const).filter(
    (flag) => part[flag],
  );
  const items = {
    category: <RefText value={part.category} show="name" />,
    subCategory: <RefText value={part.subCategory} show="name" />,
    brand: orNone(part.brand),
    model: orNone(part.model),
    barcode: orNone(part.barcode),
    trackingType: t(`parts.choice.trackingType.${part.trackingType}`),
    defaultCondition: t(`condition.${part.defaultCondition}`),
    minStock: <Quantity value={part.minStock} unit={unit} />,
    reorderPoint: <Quantity value={part.reorderPoint} unit={unit} />,
    reorderQty: <Quantity value={part.reorderQty} unit={unit} />,
    maxStock: <Quantity value={part.maxStock} unit={unit} />,
    preferredSupplier: <RefText value={part.preferredSupplier} show="name" />,
    leadTimeDays: <Quantity value={part.leadTimeDays} />,
    purchaseUnit: part.purchaseUnit ? (
      <>
        <RefText value={part.purchaseUnit} show="name" /> ={' '}
        <Quantity value={part.purchaseFactor} unit={unit} />
      </>
    ) : (
      <None />
    ),
    warrantyMonths: <Quantity value={part.warrantyMonths} />,
    standardPrice: <Money value={part.standardPrice} places={4} />,
    ...(seesCost ? { lastPurchasePrice: <Money value={part.lastPurchasePrice} places={4} /> } : {}),
    uses: uses.length > 0 ? uses.map((flag) => t(`parts.field.${flag}`)).join(', ') : <None />,
  };
  return (
    <div className={classes.panel}>
      <Images part={part} />
      <Facts
        items={[
          ...Object.entries(items).map(([key, value]) => ({
            key,
            label: t(`parts.field.${key}`),
            value,
          })),
          ...(part.productModels.length > 0
            ? [
                {
                  key: 'productModels',
                  label: t('parts.field.productModelIds'),
                  value: part.productModels.map((model, index) => (
                    <Fragment key={model.id}>
                      {index > 0 ? ', ' : null}
                      <RefText value={model} />
                    </Fragment>
                  )),
                  wide: true,
                },
              ]
            : []),
          ...(part.spec
            ? [{ key: 'spec', label: t('parts.field.spec'), value: part.spec, wide: true }]
            : []),
        ]}
      />
    </div>
  );
}
