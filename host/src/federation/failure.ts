/** Why a remote's page cannot be shown; each kind has its own text (federation/i18n). */
export type FailureKind =
  | 'unreachable'
  | 'timeout'
  /** An answer came, but not what belongs there: a page of a proxy instead of JSON. */
  | 'malformed'
  /** The script came and threw, or is none. */
  | 'broken'
  /** Not what was published: the hash in the registry is another one. */
  | 'integrity'
  | 'contract'
  /** It carries or demands a React that the shell does not share. */
  | 'react'
  | 'collision'
  | 'missing'
  | 'updated'
  | 'crashed';

/** A failure of one remote: it costs that remote's pages and nothing else. */
export class RemoteFailure extends Error {
  readonly remote: string;
  readonly kind: FailureKind;

  constructor(remote: string, kind: FailureKind, cause?: unknown) {
    super(`${remote}: ${kind}`, { cause });
    this.name = 'RemoteFailure';
    this.remote = remote;
    this.kind = kind;
  }
}

interface Cure {
  /** Time may heal it, and asking again runs none of the remote's code: it is asked by itself. */
  readonly byItself: boolean;
  /** A newer shell heals it too, or only a new start: the button loads the document. */
  readonly byReload: boolean;
}

const WAITS: Cure = { byItself: true, byReload: false };
const BY_HAND: Cure = { byItself: false, byReload: false };

/** What brings a page back. */
export const CURES: Readonly<Record<FailureKind, Cure>> = {
  unreachable: WAITS,
  timeout: WAITS,
  malformed: WAITS,
  integrity: WAITS,
  contract: { byItself: true, byReload: true },
  react: { byItself: true, byReload: true },
  broken: BY_HAND,
  missing: BY_HAND,
  crashed: BY_HAND,
  collision: { byItself: false, byReload: true },
  updated: { byItself: false, byReload: true },
};

/** What React says when an element or a hook belongs to another copy of it, in either build. */
const OTHER_REACT =
  /Minified React error #(321|525)\b|Invalid hook call|older version of React|of null \(reading 'use[A-Z]/;

/** The failure of a page that has thrown while it was drawn or in an effect. */
export function crashOf(remote: string, error: unknown): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  const isOther = error instanceof Error && OTHER_REACT.test(error.message);
  return new RemoteFailure(remote, isOther ? 'react' : 'crashed', error);
}

/** webpack's error for a part of a build that did not come. */
export const isChunkError = (error: unknown): error is Error & { readonly type?: string } =>
  error instanceof Error && error.name === 'ChunkLoadError';

/** Rejects with `onTimeout()` when a promise takes longer than `ms`. */
export function withTimeout<T>(
  promise: Promise<T>,
  ms: number,
  onTimeout: () => Error,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(onTimeout()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
