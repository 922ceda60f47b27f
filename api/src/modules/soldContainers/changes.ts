import type {
  ChangeKind,
  ContainerCost,
  PriceOption,
} from '@boxyard/shared/domain/sales/soldContainers.ts';
import type { Ctx } from '../../kernel/index.ts';

/** One dated change of costs, prices or settings. */
export interface StoredChange {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly value: unknown;
  readonly effectiveOn: string;
  readonly createdAt: Date;
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly revertedAt: Date | null;
  readonly revertedReason: string | null;
}

/** Every change of a container under its contract, in the order in which they take effect. */
export async function changesOf(ctx: Ctx, productContractId: string): Promise<StoredChange[]> {
  const rows = await ctx.db
    .selectFrom('productContractChanges as ch')
    .leftJoin('users as u', 'u.id', 'ch.createdBy')
    .where('ch.productContractId', '=', productContractId)
    .orderBy('ch.effectiveOn')
    .orderBy('ch.createdAt')
    .orderBy('ch.id')
    .select([
      'ch.id',
      'ch.kind',
      'ch.value',
      'ch.effectiveOn',
      'ch.createdAt',
      'ch.revertedAt',
      'ch.revertedReason',
      'u.id as byId',
      'u.firstName',
      'u.lastName',
    ])
    .execute();
  return rows.map(({ byId, firstName, lastName, ...row }) => ({
    ...row,
    by: byId === null ? null : { id: byId, name: `${firstName ?? ''} ${lastName ?? ''}`.trim() },
  }));
}

type InForce = Partial<Record<ChangeKind, StoredChange>>;

/** What holds on a day: the latest change of each kind that is not taken back. */
export function inForceOn(changes: readonly StoredChange[], day: string): InForce {
  const found: InForce = {};
  for (const change of changes) {
    if (change.revertedAt === null && change.effectiveOn <= day) found[change.kind] = change;
  }
  return found;
}

/** Costs and prices of a day, as the cost of a sale needs them. */
export function pricesOn(changes: readonly StoredChange[], day: string) {
  const { cost, priceOptions } = inForceOn(changes, day);
  return {
    cost: (cost?.value as ContainerCost | undefined) ?? null,
    options: (priceOptions?.value as readonly PriceOption[] | undefined) ?? [],
  };
}
