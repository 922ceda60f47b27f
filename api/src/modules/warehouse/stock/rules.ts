import type { BodyOut } from '@boxyard/shared/contract';
import { STORAGE_KINDS } from '@boxyard/shared/domain';
import { reorderLevel } from '@boxyard/shared/domain/warehouse/reorder.ts';
import type { Selectable } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import {
  type Contract,
  type Ctx,
  created,
  expectVersion,
  type FieldFault,
  type Input,
  mayUseCompany,
  mayUseWarehouse,
  newId,
  refuseFaults,
  today,
  updated,
} from '../../../kernel/index.ts';
import { refreshLevels } from '../../../ledger/index.ts';
import { recordChange } from '../../masterData/index.ts';
import { countsWhole, LEVELS, levelFaults, wholeFaults } from '../parts/levelRules.ts';
import { partMaster } from '../parts/partMaster.ts';

type RuleBody = BodyOut<Contract['parts.setRules']>['rules'][number];
type Part = Selectable<Database['materialParts']> & { readonly allowFraction: boolean };
type Rule = Selectable<Database['stockRules']>;

interface Place {
  readonly id: string;
  readonly code: string;
  readonly companyId: string;
  readonly isUsable: boolean;
}

const OF_PLACE = ['binId', 'abcClass'] as const;

const number = (value: string | number | null | undefined): number | null =>
  value == null ? null : Number(value);

/** What is left out of the body stays as it was. */
const kept = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

const levelsOf = (body: RuleBody, before: Pick<Rule, (typeof LEVELS)[number]> | undefined) =>
  Object.fromEntries(
    LEVELS.map((name) => [name, kept(body[name], number(before?.[name]))]),
  ) as Record<(typeof LEVELS)[number], number | null>;

/** What the body names, held until the transaction ends: parts in one order, as everywhere. */
async function loadNamed(ctx: Ctx, rules: readonly RuleBody[]) {
  const ids = <K extends 'partId' | 'warehouseId' | 'binId'>(name: K) =>
    [...new Set(rules.flatMap((rule) => rule[name] ?? []))].sort();
  const parts = await ctx.db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .selectAll('p')
    .select('u.allowFraction')
    .where('p.id', '=', (on) => on.fn.any(on.val(ids('partId'))))
    .orderBy('p.id')
    .forNoKeyUpdate('p')
    .execute();
  const places = await ctx.db
    .selectFrom('warehouses')
    .select(['id', 'code', 'companyId', 'kind', 'isActive'])
    .where('id', '=', (on) => on.fn.any(on.val(ids('warehouseId'))))
    .execute();
  const bins = await ctx.db
    .selectFrom('bins')
    .select(['id', 'warehouseId', 'isActive'])
    .where('id', '=', (on) => on.fn.any(on.val(ids('binId'))))
    .execute();
  const present = await ctx.db
    .selectFrom('stockRules')
    .selectAll()
    .where('partId', '=', (on) => on.fn.any(on.val(ids('partId'))))
    .where('warehouseId', '=', (on) => on.fn.any(on.val(ids('warehouseId'))))
    .execute();
  const usable = (place: (typeof places)[number]): Place => ({
    ...place,
    isUsable:
      place.isActive &&
      (STORAGE_KINDS as readonly string[]).includes(place.kind) &&
      mayUseCompany(ctx.actor, place.companyId) &&
      mayUseWarehouse(ctx.actor, place.id),
  });
  return {
    parts: new Map(parts.map((part) => [part.id, part])),
    places: new Map(places.map((place) => [place.id, usable(place)])),
    bins: new Map(bins.map((bin) => [bin.id, bin])),
    present: new Map(present.map((rule) => [`${rule.partId} ${rule.warehouseId}`, rule])),
  };
}

type Named = Awaited<ReturnType<typeof loadNamed>>;

const keyOf = (rule: RuleBody): string => `${rule.partId} ${rule.warehouseId ?? ''}`;

function faultsOf(rules: readonly RuleBody[], named: Named): FieldFault[] {
  const seen = new Set<string>();
  return rules.flatMap((rule, index) => {
    const faults: FieldFault[] = [];
    const part = named.parts.get(rule.partId);
    if (!part) faults.push({ field: 'partId', code: 'UNKNOWN_ID' });
    if (seen.has(keyOf(rule))) faults.push({ field: 'partId', code: 'DUPLICATE' });
    seen.add(keyOf(rule));
    const bin = rule.binId == null ? undefined : named.bins.get(rule.binId);
    if (rule.warehouseId === undefined) {
      for (const field of OF_PLACE) {
        if (rule[field] != null) faults.push({ field, code: 'UNKNOWN_KEY' });
      }
    } else if (named.places.get(rule.warehouseId)?.isUsable !== true) {
      faults.push({ field: 'warehouseId', code: 'UNKNOWN_ID' });
    } else if (rule.binId != null && !(bin?.isActive && bin.warehouseId === rule.warehouseId)) {
      faults.push({ field: 'binId', code: 'UNKNOWN_ID' });
    }
    if (part) {
      const before = rule.warehouseId === undefined ? part : named.present.get(keyOf(rule));
      const levels = levelsOf(rule, before);
      faults.push(
        ...levelFaults(levels),
        ...wholeFaults(levels, countsWhole(part.trackingType, part.allowFraction)),
      );
    }
    return faults.map((fault) => ({ ...fault, field: `rules[${index}].${fault.field}` }));
  });
}

/** The timeline of the part says in which warehouse. */
const shownAs = (code: string, rule: Partial<Rule> | undefined) =>
  rule && {
    stockRule: {
      warehouse: code,
      ...Object.fromEntries(LEVELS.map((name) => [name, number(rule[name])])),
      binId: rule.binId ?? null,
      abcClass: rule.abcClass ?? null,
    },
  };

async function setInWarehouse(
  ctx: Ctx,
  { body, part, place }: { body: RuleBody; part: Part; place: Place },
  before: Rule | undefined,
): Promise<void> {
  if (before && body.version !== undefined) expectVersion(before, body.version);
  const levels = levelsOf(body, before);
  const values = {
    ...levels,
    binId: kept(body.binId, before?.binId ?? null),
    abcClass: kept(body.abcClass, before?.abcClass ?? null),
  };
  const isEmpty = Object.values(values).every((value) => value === null);
  const stored = {
    ...values,
    ...(Object.fromEntries(
      LEVELS.map((name) => [name, levels[name] === null ? null : String(levels[name])]),
    ) as Record<(typeof LEVELS)[number], string | null>),
    isWatched: part.isActive && reorderLevel(levels) !== null,
  };
  const isGone = body.remove === true || isEmpty;
  if (isGone && !before) return;
  if (isGone)
    await ctx.db
      .deleteFrom('stockRules')
      .where('id', '=', before?.id ?? '')
      .execute();
  else if (before) {
    await ctx.db
      .updateTable('stockRules')
      .set({ ...stored, ...updated(ctx), version: before.version + 1 })
      .where('id', '=', before.id)
      .execute();
  } else {
    await ctx.db
      .insertInto('stockRules')
      .values({
        ...stored,
        ...created(ctx),
        id: newId(),
        companyId: place.companyId,
        warehouseId: place.id,
        partId: part.id,
        partNo: part.partNo,
        categoryId: part.categoryId,
        subCategoryId: part.subCategoryId,
        supplierId: part.preferredSupplierId,
      })
      .execute();
  }
  const shownBefore = shownAs(place.code, before);
  const shownAfter = isGone ? undefined : shownAs(place.code, stored);
  await recordChange(ctx, {
    subject: 'parts',
    id: part.id,
    action: 'update',
    companyId: place.companyId,
    before: { partNo: part.partNo, stockRule: null, ...shownBefore },
    after: { partNo: part.partNo, stockRule: null, ...shownAfter },
    touches: ['stock'],
  });
}

/**
 * Sets what is given of levels, bin and class, of parts in a warehouse or of the part itself. All of
 * them or none: one fault refuses the whole (domain-conventions "One transaction").
 */
export async function setRules(ctx: Ctx, { body }: Input<'parts.setRules'>) {
  const named = await loadNamed(ctx, body.rules);
  refuseFaults(faultsOf(body.rules, named));
  const changed: { companyId: string; itemId: string }[] = [];
  for (const rule of body.rules) {
    const part = named.parts.get(rule.partId);
    if (!part) throw new Error('a part that was found is gone');
    if (rule.warehouseId === undefined) {
      const before = await partMaster.lock(ctx, part.id);
      if (rule.version !== undefined) expectVersion(before, rule.version);
      const levels = levelsOf(rule, part);
      await partMaster.update(ctx, before, {
        values: Object.fromEntries(
          LEVELS.map((name) => [name, levels[name] === null ? null : String(levels[name])]),
        ),
        touches: ['stock'],
      });
      continue;
    }
    const place = named.places.get(rule.warehouseId);
    if (!place) throw new Error('a warehouse that was found is gone');
    await setInWarehouse(ctx, { body: rule, part, place }, named.present.get(keyOf(rule)));
    changed.push({ companyId: place.companyId, itemId: part.id });
  }
  await refreshLevels(ctx.pg, { keys: changed, today: today(ctx.clock) });
  return { data: { saved: body.rules.length } };
}
