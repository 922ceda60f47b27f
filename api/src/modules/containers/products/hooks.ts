import { addDays } from '@boxyard/shared/domain';
import type { Site } from '../../../db/schema/containers.ts';
import { type Ctx, today } from '../../../kernel/index.ts';
import { planInspection } from '../inspections/draft.ts';
import type { ProductRow } from './type.ts';

/** What later modules want done when a container was set up, or is on its way back. */
type Hook<T> = (ctx: Ctx, container: T) => Promise<void>;

interface Installed {
  readonly productId: string;
  readonly companyId: string;
  readonly serialNumber: string;
  readonly site: Site;
  /** Why it stands at another address than its contract says; null: it does not. */
  readonly siteReason: string | null;
}
type Returned = Pick<Installed, 'productId' | 'companyId' | 'serialNumber'>;

/** A container that is gone, or was there after all. */
type Missed = Pick<Installed, 'productId'>;

const installing: Hook<Missed>[] = [];
const installed: Hook<Installed>[] = [];
const returned: Hook<Returned>[] = [];
const lost: Hook<Missed>[] = [];
const found: Hook<Missed>[] = [];

/** Is called before the container itself is locked: what else its installation changes is locked here. */
export const onInstalling = (hook: Hook<Missed>): number => installing.push(hook);

/** Is called in the transaction that sets a container up: a contract may come into force with it. */
export const onInstalled = (hook: Hook<Installed>): number => installed.push(hook);

/** Is called in the transaction that sends an installed container back. */
export const onReturned = (hook: Hook<Returned>): number => returned.push(hook);

/** Is called in the transaction that says of a container that it is lost, or writes it off. */
export const onLost = (hook: Hook<Missed>): number => lost.push(hook);

/** Is called in the transaction that finds a lost container again. */
export const onFound = (hook: Hook<Missed>): number => found.push(hook);

export async function afterLoss(ctx: Ctx, productId: string): Promise<void> {
  for (const hook of lost) await hook(ctx, { productId });
}

export async function afterFinding(ctx: Ctx, productId: string): Promise<void> {
  for (const hook of found) await hook(ctx, { productId });
}

/** Somebody looks at what came back within so many days. */
const DAYS_TO_INSPECTION = 3;

export async function beforeInstall(ctx: Ctx, productId: string): Promise<void> {
  for (const hook of installing) await hook(ctx, { productId });
}

export async function afterInstall(
  ctx: Ctx,
  row: ProductRow,
  place: Pick<Installed, 'site' | 'siteReason'>,
): Promise<void> {
  const { id: productId, companyId, serialNumber } = row;
  for (const hook of installed) await hook(ctx, { productId, companyId, serialNumber, ...place });
}

/** What was at a customer is looked at before it is offered again. */
export async function afterReturn(ctx: Ctx, row: ProductRow): Promise<void> {
  await planInspection(ctx, {
    product: row,
    plan: {
      type: 'postReturn',
      dueOn: addDays(today(ctx.clock), DAYS_TO_INSPECTION),
      assigneeId: null,
      remark: null,
    },
  });
  const { id: productId, companyId, serialNumber } = row;
  for (const hook of returned) await hook(ctx, { productId, companyId, serialNumber });
}
