import { ImportButton } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';

const REQUIRED = ['type', 'phone', 'address'] as const;
const FURTHER = [
  'company',
  'prefix',
  'firstName',
  'lastName',
  'companyName',
  'nameEn',
  'taxId',
  'branchCode',
  'email',
  'lineId',
  'subDistrict',
  'district',
  'province',
  'postcode',
  'salesperson',
  'creditTermDays',
  'source',
  'hasConsent',
  'remark',
] as const;

/** New customers from a spreadsheet; the columns are those of the server's template. */
export function CustomersImport() {
  const t = useT('remote-purchase-sales');
  const column = (key: string, required: boolean) => ({
    key,
    required,
    title: t(`customersImport.column.${key}`),
    help: t([`customersImport.help.${key}`, 'customersImport.help.other']),
  });
  return (
    <ImportButton
      resource="customers"
      ability="customer-data:import"
      lead={t('customersImport.lead')}
      columns={[
        ...REQUIRED.map((key) => column(key, true)),
        ...FURTHER.map((key) => column(key, false)),
      ]}
    />
  );
}
