import type { ComponentType, ReactNode } from 'react';
import type { PanelContribution } from '../contract/remote.ts';
import { useAbility } from './ability.tsx';
import { flagStore } from './flags.ts';

/** A record as a page of one remote names it to the panels of others: data, nothing of its code. */
export interface PieceRecord {
  /** `part`, `supplier`, `purchaseOrder` … */
  readonly kind: string;
  readonly id: string;
  /** Records that it is about, by kind: the parts of an order. */
  readonly refs?: Readonly<Record<string, readonly string[]>>;
}

/** What draws a panel, whatever becomes of the remote that it comes from. */
export interface Panel extends PanelContribution {
  readonly Component: ComponentType<{ readonly record: PieceRecord }>;
}

let panels: readonly Panel[] = [];

/** The panels that the remotes contribute, each with the host's frame around it. */
export function registerPanels(contributed: readonly Panel[]): void {
  panels = contributed;
}

/** Those of some pieces that this person may have, and whose flag is on. */
export function useAllowed<
  P extends { readonly ability?: string | undefined; readonly flag?: string | undefined },
>(pieces: readonly P[]): P[] {
  const held = useAbility();
  const flags = flagStore();
  return pieces.filter(({ ability, flag }) => {
    const [subject = '', action = ''] = ability?.split(':') ?? [];
    const may = ability === undefined || held.can(action, subject);
    return may && (flag === undefined || flags[flag] === true);
  });
}

interface Props {
  /** Route name of the page. */
  readonly on: string;
  readonly record: PieceRecord;
}

/** What other remotes know of the record of a page: `<RecordPanels on="suppliers" record={…} />`. */
export function RecordPanels({ on, record }: Props): ReactNode {
  const here = panels.filter((panel) => panel.on === on && panel.record === record.kind);
  return useAllowed(here).map(({ name, Component }) => <Component key={name} record={record} />);
}
