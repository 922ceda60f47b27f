type Texts = Readonly<Record<string, unknown>>;

export const remotes: readonly string[];
/** The texts of a remote in one language. */
export function bundle(remote: string, locale: string): Texts;
/** Modules of a remote that define a resource. */
export function definingModules(remote: string): readonly string[];
