import { ImportButton } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';

const REQUIRED = ['serialNumber', 'model'] as const;
const FURTHER = [
  'name',
  'company',
  'warehouse',
  'holder',
  'address',
  'latitude',
  'longitude',
  'software',
  'cost',
  'condition',
  'manufacturedAt',
  'parts',
] as const;

/** Containers that are owned already, from a spreadsheet; the columns are those of the server's template. */
export function FleetImport() {
  const t = useT('remote-inventory');
  const column = (key: string, required: boolean) => ({
    key,
    required,
    title: t(`fleetImport.column.${key}`),
    help: t(`fleetImport.help.${key}`),
  });
  return (
    <ImportButton
      resource="containers"
      ability="container-warehouse:import"
      lead={t('fleetImport.lead')}
      columns={[
        ...REQUIRED.map((key) => column(key, true)),
        ...FURTHER.map((key) => column(key, false)),
      ]}
    />
  );
}
