import type { Contributions, WidgetContribution } from '@boxyard/shared/contract/remote.ts';
import { type PieceRecord, registerPanels, usePick } from '@boxyard/shared/runtime';
import { type ComponentType, type CSSProperties, type ReactNode, useId } from 'react';
import { Themed } from '../router/Themed.tsx';
import styles from './federation.module.css';
import { loadPart } from './pages.tsx';
import { QuietProblem } from './QuietProblem.tsx';
import type { RemoteInfo } from './registry.ts';

type Kind = 'widgets' | 'panels' | 'search' | 'commands';
type Piece<K extends Kind> = NonNullable<Contributions[K]>[number];
/** A contribution with the remote that it comes from. */
export type PieceOf<K extends Kind> = Piece<K> & { readonly info: RemoteInfo };

/** A widget with what draws it. */
export type Widget = WidgetContribution & { readonly Component: ComponentType };

let known: readonly RemoteInfo[] = [];
let widgets: readonly Widget[] = [];

/** What the remotes contribute of a kind. */
export const piecesOf = <K extends Kind>(kind: K): PieceOf<K>[] =>
  known.flatMap((info) =>
    ((info.contributions[kind] ?? []) as readonly Piece<K>[]).map((one) => ({ ...one, info })),
  );

export const allWidgets = (): readonly Widget[] => widgets;

const waiting = <div className={styles.bones} aria-hidden="true" data-loading="true" />;

interface FrameProps {
  readonly piece: PieceOf<'widgets'> | PieceOf<'panels'>;
  readonly children: ReactNode;
}

/** Title and room of a piece, which are there whatever becomes of its remote. */
function Frame({ piece, children }: FrameProps) {
  const pick = usePick();
  const id = useId();
  const { name, title, height, heightOnPhone = height } = piece;
  const room = { '--room': `${height}px`, '--room-phone': `${heightOnPhone}px` } as CSSProperties;
  return (
    <section className={styles.piece} style={room} aria-labelledby={id} data-piece={name}>
      <h2 id={id}>{pick(title)}</h2>
      <div className={styles.room}>
        <Themed waiting={waiting}>{children}</Themed>
      </div>
    </section>
  );
}

/** A piece of a remote in its frame: when it is missing or throws, it costs that frame only. */
export function framed<P extends object>(
  kind: 'widgets' | 'panels',
  piece: FrameProps['piece'],
): ComponentType<P> {
  const Part = loadPart<P>(
    { info: piece.info, kind, name: piece.name },
    { waiting, Problem: QuietProblem },
  );
  return function Piece(props: P) {
    return (
      <Frame piece={piece}>
        <Part {...props} />
      </Frame>
    );
  };
}

/** Takes in what the remotes contribute besides pages. */
export function registerPieces(remotes: readonly RemoteInfo[]): void {
  known = remotes;
  widgets = piecesOf('widgets').map((one) => ({ ...one, Component: framed('widgets', one) }));
  registerPanels(
    piecesOf('panels').map((one) => ({
      ...one,
      Component: framed<{ readonly record: PieceRecord }>('panels', one),
    })),
  );
}
