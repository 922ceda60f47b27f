/** Why a remote's page cannot be shown; each kind has its own text (federation/i18n). */
export type FailureKind =
  | 'unreachable'
  | 'timeout'
  | 'contract'
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

/** Kinds that time may heal, so that trying again by itself makes sense. */
export const healsByItself = (kind: FailureKind): boolean =>
  kind === 'unreachable' || kind === 'timeout';

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
