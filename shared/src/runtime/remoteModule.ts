import type { ComponentType } from 'react';
import type { PieceRecord } from './pieces.tsx';
import type { Locale } from './preferences.ts';

/** What a remote exposes as `./remote`, and nothing else (architecture 2.4). */
export interface RemoteModule {
  /** Major of the remote contract it was written for. */
  readonly contract: number;
  /** Lazily imported pages by route name. */
  readonly pages: Readonly<Record<string, () => Promise<{ readonly Page: ComponentType }>>>;
  /** Tiles of the dashboard, by their names in the contributions. */
  readonly widgets?: Readonly<Record<string, () => Promise<{ readonly Widget: ComponentType }>>>;
  /** Panels on pages of other remotes, likewise. */
  readonly panels?: Readonly<
    Record<
      string,
      () => Promise<{ readonly Panel: ComponentType<{ readonly record: PieceRecord }> }>
    >
  >;
  /** Texts of one language; they become the i18n namespace of the remote's name. */
  readonly i18n: (locale: Locale) => Promise<Record<string, unknown>>;
}
