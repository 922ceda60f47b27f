import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rowOptions } from '../../client/query.ts';
import type { ListAnswer } from '../../contract/endpoint.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { nameIn, type Reference } from '../../ui/text/RefText.tsx';

/** Names of records known by id only, as a chip of the filter bar has them. */
export function RecordNames({
  lookup,
  ids,
}: {
  readonly lookup: string;
  readonly ids: readonly string[];
}): ReactNode {
  const locale = useLocale();
  const found = useQuery(
    rowOptions(lookup, { query: { ids: [...ids], limit: 50 }, loading: false }),
  );
  const rows = (found.data as ListAnswer<Reference> | undefined)?.data ?? [];
  return rows.length === 0 ? '…' : rows.map((row) => nameIn(row, locale)).join(', ');
}
