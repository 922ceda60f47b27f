import type { Widget } from '../federation/index.ts';

/** Layout of one's page (contract, `dashboard.summary`). */
export interface Layout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** So many are shown to whoever has arranged nothing: more charts answer no more questions (design). */
const MOST = { chart: 6, list: 6 } as const;

const nameOf = ({ name }: Pick<Widget, 'name'>): string => `widget:${name}`;
const kindOf = ({ isChart }: Pick<Widget, 'isChart'>): keyof typeof MOST =>
  isChart ? 'chart' : 'list';

/** Widgets in the order of a person, else charts before lists. */
export function inOrder<W extends Pick<Widget, 'name' | 'isChart'>>(
  widgets: readonly W[],
  { order }: Layout,
): W[] {
  const usual = [...widgets.filter((one) => one.isChart), ...widgets.filter((one) => !one.isChart)];
  const place = (one: W) => {
    const at = order.indexOf(nameOf(one));
    return at === -1 ? order.length : at;
  };
  return usual.toSorted((a, b) => place(a) - place(b));
}

/** Selects the pieces to show. A piece that was added after somebody arranged the page follows at the end. */
export function visiblePieces<W extends Pick<Widget, 'name' | 'isChart'>>(
  widgets: readonly W[],
  layout: Layout,
): W[] {
  const shown: W[] = [];
  for (const one of inOrder(widgets, layout)) {
    if (layout.hidden.includes(nameOf(one))) continue;
    const before = shown.filter((other) => kindOf(other) === kindOf(one)).length;
    if (layout.order.includes(nameOf(one)) || before < MOST[kindOf(one)]) shown.push(one);
  }
  return shown;
}
