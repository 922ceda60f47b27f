import { hash, verify } from '@node-rs/argon2';

/** argon2id at a cost above the library's defaults (quality "Secure"). */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

export const PASSWORD_COST: PasswordCost = { memoryCost: 64 * 1024, timeCost: 3 };

/** The hash to keep. The library's default algorithm is argon2id. */
export const hashPassword = (password: string, cost: PasswordCost): Promise<string> =>
  hash(password.normalize('NFKC'), { ...cost, parallelism: 1 });

let decoy: Promise<string> | undefined;

/**
 * Whether the password fits. Without a hash (no such account) the same work is done for nothing, so
 * that the time taken tells nobody which accounts exist.
 */
export async function passwordFits(
  password: string,
  kept: string | null,
  cost: PasswordCost,
): Promise<boolean> {
  decoy ??= hashPassword('an account that does not exist', cost);
  const fits = await verify(kept ?? (await decoy), password.normalize('NFKC'));
  return fits && kept !== null;
}
