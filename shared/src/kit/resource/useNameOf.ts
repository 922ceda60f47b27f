import { useLocale } from '../../runtime/i18n.ts';
import type { Resource } from './defineResource.ts';

/** What a record is called by its own number or name. */
function ownName(record: unknown): string {
  const fields = record as Record<string, unknown>;
  for (const key of ['documentNo', 'code', 'partNo', 'email', 'name']) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** What records of a resource are called in titles and sentences: as it says, or by their own name. */
export function useNameOf(resource: object): (record: unknown) => string {
  const locale = useLocale();
  const { nameOf = ownName } = resource as Pick<Resource, 'nameOf'>;
  return (record) => nameOf(record as never, locale);
}
