import type { Ctx } from '../kernel/index.ts';

/** Tasks that end when a person may no longer sign in. */
type Leaving = (ctx: Ctx, userId: string) => Promise<void>;

const leaving = new Set<Leaving>();

/** Makes known what a module ends when somebody leaves. */
export const registerLeaving = (end: Leaving): void => {
  leaving.add(end);
};

/** Ends what runs in the name of a person who leaves, of all modules. */
export async function endWorkOf(ctx: Ctx, userId: string): Promise<void> {
  for (const end of leaving) await end(ctx, userId);
}
