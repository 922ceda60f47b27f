import type { Contributions } from '../../src/contract/remote.ts';
import type { RemoteModule } from '../../src/runtime/remoteModule.ts';

type Texts = Readonly<Record<string, unknown>>;

export const remotes: readonly string[];
/** The texts of a remote in one language. */
export function bundle(remote: string, locale: string): Texts;
/** Modules of a remote that define a resource. */
export function definingModules(remote: string): readonly string[];
/** What a remote's code exposes. */
export function moduleOf(remote: string): RemoteModule;
/** What a remote contributes, as its build writes it. */
export function contributionsOf(remote: string): Promise<Contributions>;
