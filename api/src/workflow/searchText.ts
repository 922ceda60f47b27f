import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { anyId } from '../kernel/index.ts';

/**
 * What the search of a list finds a document by, folded as the database folds the term: the value of
 * its column, worked out by the statement that writes the document.
 */
export function searchTextOf({
  documentNo,
  partIds,
  words,
}: {
  readonly documentNo: string | null;
  readonly partIds: readonly (string | null)[];
  readonly words: readonly (string | null | undefined)[];
}): RawBuilder<string> {
  const said = words.filter((word) => typeof word === 'string' && word !== '').join(' ');
  const ids = [...new Set(partIds.filter((id) => id !== null))];
  return sql<string>`fold_search(concat_ws(' ', ${documentNo}::text, ${said}::text,
    (select string_agg(concat_ws(' ', part_no, name, name_th), ' ') from material_parts where id = ${anyId(ids)})))`;
}
