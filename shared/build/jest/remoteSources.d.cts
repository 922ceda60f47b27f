import type { RemoteModule } from '../../src/runtime/remoteModule.ts';

type Texts = Readonly<Record<string, unknown>>;

/** The folder that the remotes stand in. */
export const root: string;
export const remotes: readonly string[];
/** The texts of a remote in one language. */
export function bundle(remote: string, locale: string): Texts;
/** Modules of a remote that define a resource. */
export function definingModules(remote: string): readonly string[];
/** What a remote's code exposes. */
export function moduleOf(remote: string): RemoteModule;
