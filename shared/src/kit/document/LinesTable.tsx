import type { ReactNode } from 'react';
import type { ListName } from '../../contract/index.ts';
import { Table } from '../../ui/data/Table.tsx';
import { useNarrow } from '../../ui/data/useNarrow.ts';
import { Cell } from '../list/cells.tsx';
import { type Column, type ColumnFactory, columnFactory, isFigure } from '../resource/columns.tsx';
import type { Resource } from '../resource/defineResource.ts';
import { fieldKeys, useResourceText } from '../resource/useResourceText.ts';

export interface LinesTableProps<L extends ListName, R> {
  readonly resource: Resource<L>;
  readonly rows: readonly R[];
  readonly columns: (c: ColumnFactory<R>) => readonly Column<R>[];
  /** Totals by column key. */
  readonly footer?: Readonly<Record<string, ReactNode>>;
}

/** The lines of a document: the vocabulary of list columns, read-only, whole, in their order. */
export function LinesTable<L extends ListName, R extends { readonly id: string }>({
  resource,
  rows,
  columns,
  footer,
}: LinesTableProps<L, R>): ReactNode {
  const text = useResourceText(resource);
  const narrow = useNarrow();
  const vocabulary = columns(columnFactory<R>());
  // On a phone a line is a card named by what it is about: a table would hide its amount.
  const about = vocabulary.find((column) => !isFigure(column));
  const shown = narrow ? vocabulary.filter(({ key }) => key !== 'lineNo') : vocabulary;
  return (
    <Table
      label={text('section.items')}
      density="middle"
      rows={rows}
      rowKey={(row) => row.id}
      columns={shown.map((column) => ({
        key: column.key,
        title: text(column.options.title ?? [`line.${column.key}`, ...fieldKeys(column.key)]),
        align: isFigure(column) ? ('right' as const) : ('left' as const),
        ...(column === about ? { card: 'title' as const } : {}),
        ...(column.options.width === undefined ? {} : { width: column.options.width }),
        render: (row: R) => <Cell column={column} row={row} text={text} />,
      }))}
      {...(footer ? { footer } : {})}
    />
  );
}
