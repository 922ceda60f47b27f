import type { Column, ColumnFactory } from '@boxyard/shared/kit';

/** Something of a line that lies, or lay, in a bin. */
interface Traced {
  readonly serialNo: string | null;
  readonly lotNo: string | null;
  readonly condition: string;
}

/** All places of a document's lines, each with its line. */
export const placesOf = <P extends object, I extends object>(
  items: readonly (I & { readonly picks: readonly P[] })[],
) => items.flatMap((item) => item.picks.map((pick) => ({ ...pick, item })));

/** Serial or lot number, and condition: each where some row has anything to say. */
export const traceColumns = <R extends Traced>(
  c: ColumnFactory<R>,
  { rows, t }: { readonly rows: readonly R[]; readonly t: (key: string) => string },
): Column<R>[] => [
  ...(rows.some((row) => row.serialNo ?? row.lotNo)
    ? [c.text('trace', { value: (row) => row.serialNo ?? row.lotNo })]
    : []),
  ...(rows.some((row) => row.condition !== 'new')
    ? [c.custom('condition', { render: (row) => t(`condition.${row.condition}`) })]
    : []),
];
