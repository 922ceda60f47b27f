import { ImportButton } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';

const REQUIRED = ['partNo', 'name', 'category', 'unit'] as const;
const FURTHER = [
  'nameTh',
  'subCategory',
  'trackingType',
  'barcode',
  'brand',
  'model',
  'spec',
  'purchaseUnit',
  'purchaseFactor',
  'standardPrice',
  'warrantyMonths',
  'minStock',
  'reorderPoint',
  'maxStock',
  'reorderQty',
  'supplier',
  'leadTimeDays',
  'isRepairable',
  'isDisassemblable',
  'isSellable',
] as const;

/** New parts from a spreadsheet; the columns are those of the server's template. */
export function PartsImport() {
  const t = useT('remote-warehouse');
  const column = (key: string, required: boolean) => ({
    key,
    required,
    title: t(`partsImport.column.${key}`),
    help: t([`partsImport.help.${key}`, 'partsImport.help.other']),
  });
  return (
    <ImportButton
      resource="parts"
      ability="parts-warehouse:import"
      lead={t('partsImport.lead')}
      columns={[
        ...REQUIRED.map((key) => column(key, true)),
        ...FURTHER.map((key) => column(key, false)),
      ]}
    />
  );
}
