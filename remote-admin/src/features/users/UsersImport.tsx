import { ImportButton } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';

/** Columns of the file, called like the fields of the form; the first five are needed. */
const NEEDED = ['email', 'firstName', 'lastName', 'role', 'companies'];
const OPTIONAL = ['phone', 'warehouses', 'team'];

/** People from a spreadsheet. */
export function UsersImport() {
  const t = useT('remote-admin');
  return (
    <ImportButton
      resource="users"
      ability="users:import"
      lead={t('users.import.lead')}
      columns={[...NEEDED, ...OPTIONAL].map((key) => ({
        key,
        title: t(`users.field.${key}`),
        help: t(`users.import.column.${key}`),
        required: NEEDED.includes(key),
      }))}
    />
  );
}
