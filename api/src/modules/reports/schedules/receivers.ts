import type { RECEIVER_REFUSALS } from '@boxyard/shared/contract';
import { sql } from 'kysely';
import { type Actor, actorsOf, type Ctx, exportRefusal } from '../../../kernel/index.ts';

export type Refusal = (typeof RECEIVER_REFUSALS)[number];

/** States whether two people work for a company in common; null stands for every company. */
const haveCompany = (a: Actor, b: Actor): boolean =>
  a.companyIds === null ||
  b.companyIds === null ||
  a.companyIds.some((id) => b.companyIds?.includes(id));

/** Why each of these people would get nothing of a report from somebody; null: they get what they may see. */
export async function refusalsOf(
  ctx: Pick<Ctx, 'pg'>,
  sender: Actor,
  { report, userIds }: { readonly report: string; readonly userIds: readonly string[] },
): Promise<ReadonlyMap<string, Refusal | null>> {
  const actors = new Map((await actorsOf(ctx.pg, userIds)).map((actor) => [actor.userId, actor]));
  return new Map(userIds.map((id) => [id, refusalOf(sender, actors.get(id), report)]));
}

/** The same of one person; no actor: the account is not active. */
export function refusalOf(
  sender: Actor,
  receiver: Actor | undefined,
  report: string,
): Refusal | null {
  if (receiver === undefined) return 'inactive';
  if (!haveCompany(sender, receiver)) return 'company';
  return exportRefusal(receiver, report);
}

/** Names of people, by their ids. */
export async function namesOf(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('users')
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .select(['id', 'fullName'])
    .execute();
  return new Map(rows.map(({ id, fullName }) => [id, fullName]));
}
