import {
  type CheckResult,
  resultsAllowed,
} from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { sql } from 'kysely';
import {
  audienceOf,
  authorId,
  type Ctx,
  type FieldFault,
  type Input,
  named,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { checkFaults, photosOf } from './checks.ts';
import { lockProduct, planInspection } from './draft.ts';
import { type InspectionRow, type ItemRow, inspections, itemsOf } from './type.ts';

type Finding = NonNullable<Input<'inspections.record'>['body']['items']>[number];

/** The items as they are after what was found; 422 where something does not fit the checklist. */
async function merged(ctx: Ctx, row: InspectionRow, found: readonly Finding[]): Promise<ItemRow[]> {
  const [items, photos] = await Promise.all([
    itemsOf(ctx, row.id),
    photosOf(ctx, inspections.type.subject, row.id),
  ]);
  const byId = new Map(items.map((item) => [item.id, item]));
  const seen = new Set<string>();
  const faults = found.flatMap(({ id, result, measured, photoIds = [] }, index): FieldFault[] => {
    const at = `items[${index}]`;
    const item = byId.get(id);
    if (!item || seen.has(id))
      return [{ field: `${at}.id`, code: item ? 'REPEATED' : 'UNKNOWN_ID' }];
    seen.add(id);
    const wrong = checkFaults(at, item, { result, measured });
    if (wrong.length > 0) return wrong;
    return photoIds.every((photo) => photos.has(photo))
      ? []
      : [{ field: `${at}.photoIds`, code: 'UNKNOWN_ID' }];
  });
  refuseFaults(faults);
  const findings = new Map(found.map((finding) => [finding.id, finding]));
  return items.map((item) => {
    const finding = findings.get(item.id);
    // A photograph may have been removed since it was named.
    if (!finding) return { ...item, photoIds: item.photoIds.filter((id) => photos.has(id)) };
    return {
      ...item,
      result: finding.result ?? null,
      measured: finding.measured ?? null,
      note: finding.note || null,
      photoIds: finding.photoIds ?? [],
    };
  });
}

/** Writes what was found of each item in one statement. */
const write = (ctx: Ctx, items: readonly ItemRow[]) =>
  sql`update inspection_items i
    set result = n.result, measured = n.measured, note = n.note, photo_ids = n.photo_ids
    from jsonb_to_recordset(${JSON.stringify(
      items.map(({ id, result, measured, note, photoIds }) => ({
        id,
        result,
        measured,
        note,
        photo_ids: photoIds,
      })),
    )}::jsonb) as n(id uuid, result text, measured numeric, note text, photo_ids uuid[])
    where i.id = n.id`.execute(ctx.db);

const count = (items: readonly ItemRow[], result: CheckResult): number =>
  items.filter((item) => item.result === result).length;

export const startInspection = inspections.action('start', async (ctx) => ({
  set: { startedAt: ctx.clock.now() },
}));

/** Keeps what was seen so far. */
export const recordFindings = inspections.action('record', async (ctx, row, body) => {
  const items = await merged(ctx, row, body.items);
  await write(ctx, items);
  return { diff: { checked: items.filter(({ result }) => result !== null).length } };
});

/** What is missing before an inspection can end. */
function openFaults(items: readonly ItemRow[]): FieldFault[] {
  return items.flatMap((item, index): FieldFault[] => {
    const at = `items[${index}]`;
    if (item.result === null) return [{ field: `${at}.result`, code: 'REQUIRED' }];
    if (item.result === 'pass' && item.unit !== null && item.measured === null) {
      return [{ field: `${at}.measured`, code: 'REQUIRED' }];
    }
    return item.result === 'fail' && item.photoIds.length === 0
      ? [{ field: `${at}.photoIds`, code: 'PHOTO_REQUIRED' }]
      : [];
  });
}

/** Ends an inspection: its result, what stays open, what is sound again, and when somebody looks next. */
export const completeInspection = inspections.action('complete', async (ctx, row, body) => {
  const items = await merged(ctx, row, body.items ?? []);
  const nextDueOn = body.nextDueOn ?? null;
  refuseFaults([
    ...openFaults(items),
    ...(resultsAllowed(items).includes(body.result)
      ? []
      : [{ field: 'result', code: 'RESULT_DIFFERS' }]),
    ...(nextDueOn !== null && nextDueOn <= today(ctx.clock)
      ? [{ field: 'nextDueOn', code: 'PAST_DATE' }]
      : []),
  ]);
  await write(ctx, items);
  // Whoever ends another inspection of it at the same moment sees what this one leaves open.
  const product = await lockProduct(ctx, row.productId);
  await settleItems(ctx, row);
  const next =
    nextDueOn === null
      ? null
      : await planInspection(ctx, {
          product,
          plan: {
            type: row.type,
            dueOn: nextDueOn,
            assigneeId: row.assigneeId,
            remark: row.remark,
          },
          followsId: row.id,
        });
  const failed = count(items, 'fail');
  return {
    set: {
      result: body.result,
      findings: body.findings || null,
      failedCount: failed,
      nextDueOn,
      isLate: false,
      completedAt: ctx.clock.now(),
      completedBy: authorId(ctx.actor),
    },
    diff: {
      result: body.result,
      failedCount: failed,
      ...(next ? { next: named('inspections', next) } : {}),
    },
    touches: ['products'],
    ...(failed > 0 ? { notices: await failureNotices(ctx, row, { failed, product }) } : {}),
  };
});

/**
 * What failed stays on the list of open items. What an earlier inspection of the container left there
 * leaves it when this one finds it sound, or finds it faulty once more and holds it from now on.
 */
async function settleItems(ctx: Ctx, row: InspectionRow): Promise<void> {
  await sql`update inspection_items o set open_since = null, resolved_by_id = ${row.id}
    from inspections e, inspection_items n
    where o.document_id = e.id and e.product_id = ${row.productId} and e.id <> ${row.id}
      and o.open_since is not null
      and n.document_id = ${row.id} and n.name = o.name and n.result in ('pass', 'fail')`.execute(
    ctx.db,
  );
  await ctx.db
    .updateTable('inspectionItems')
    .set({ openSince: ctx.clock.now() })
    .where('documentId', '=', row.id)
    .where('result', '=', 'fail')
    .execute();
}

/** Whoever plans inspections hears that something is faulty, where nobody has to open a list for it. */
async function failureNotices(
  ctx: Ctx,
  row: InspectionRow,
  { failed, product }: { failed: number; product: { serialNumber: string } },
) {
  const { type } = inspections;
  const planners = await audienceOf(ctx, {
    ...type.scope(row),
    ability: `${type.machine.page}:cancel`,
    except: [ctx.actor.userId],
  });
  const to = [row.createdBy, ...planners].filter((id) => id !== ctx.actor.userId);
  return [
    {
      to: [...new Set(to)],
      notice: {
        category: 'alert' as const,
        type: 'error' as const,
        title: {
          en: `${type.label.en} ${row.documentNo} found faults`,
          th: `${type.label.th} ${row.documentNo} พบข้อบกพร่อง`,
        },
        description: {
          en: `Container ${product.serialNumber}: items that failed: ${failed}.`,
          th: `ตู้ ${product.serialNumber} ไม่ผ่าน ${failed} รายการ`,
        },
        action: inspections.path(row.id),
        actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
        entity: { type: type.subject, id: row.id },
        dedupeKey: `${type.subject}:${row.id}:failed`,
      },
    },
  ];
}

/** One that is given up is not late any more. */
export const cancelInspection = inspections.action('cancel', async () => ({
  set: { isLate: false },
}));
