import type { Column, ColumnFactory } from '@boxyard/shared/kit';
import { None } from '@boxyard/shared/ui';
import { SerialLink } from '../scan/SerialLink.tsx';

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
  {
    rows,
    partOf,
    t,
  }: {
    readonly rows: readonly R[];
    /** Whose serial it is: the way to its life. */
    readonly partOf: (row: R) => { readonly id: string };
    readonly t: (key: string) => string;
  },
): Column<R>[] => [
  ...(rows.some((row) => row.serialNo ?? row.lotNo)
    ? [
        c.custom('trace', {
          render: (row) =>
            row.serialNo ? (
              <SerialLink serialNo={row.serialNo} partId={partOf(row).id} />
            ) : (
              (row.lotNo ?? <None />)
            ),
        }),
      ]
    : []),
  ...(rows.some((row) => row.condition !== 'new')
    ? [c.custom('condition', { render: (row) => t(`condition.${row.condition}`) })]
    : []),
];
