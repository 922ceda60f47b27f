import { can } from '@boxyard/shared/domain';
import {
  type Actor,
  AppError,
  actorsOf,
  type Ctx,
  notFound,
  viewAbilities,
} from '../kernel/index.ts';
import { type DocumentFamily, familyOf } from './families.ts';

const needed = viewAbilities();

interface DocumentId {
  /** Family of the contract. */
  readonly type: string;
  readonly id: string;
}

const mayOpenPage = ({ grants }: Actor, type: string): boolean =>
  (needed.get(type) ?? []).some((ability) => can(grants, ability));

/**
 * What hangs on a document (files, comments) is for whoever may open its page and sees it.
 * @throws 404 for everybody else, and where there is no such document.
 */
export async function expectReadable(ctx: Ctx, { type, id }: DocumentId): Promise<DocumentFamily> {
  const family = familyOf(type);
  if (!family || !mayOpenPage(ctx.actor, type)) throw notFound();
  await family.expectVisible(ctx, id);
  return family;
}

async function reads(ctx: Ctx, document: DocumentId): Promise<boolean> {
  try {
    await expectReadable(ctx, document);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.statusCode === 404) return false;
    throw error;
  }
}

/** Those of these people who may read the document now; no more than `most` are looked for. */
export async function readersAmong(
  ctx: Ctx,
  document: DocumentId,
  {
    userIds,
    most = userIds.length,
  }: { readonly userIds: readonly string[]; readonly most?: number },
): Promise<Actor[]> {
  const readers: Actor[] = [];
  for (const actor of await actorsOf(ctx.pg, userIds)) {
    if (readers.length >= most) break;
    if (await reads({ ...ctx, actor }, document)) readers.push(actor);
  }
  return readers;
}
