import { audienceOf, type Ctx, type Localised, notify } from '../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../workflow/index.ts';

/** Whoever may do the next step of a document where it lies hears that it waits for them. */
export async function tellWhoMay<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  {
    row,
    action,
    title,
    description,
  }: {
    readonly row: R;
    /** The step of its machine. */
    readonly action: string;
    /** What it waits for, after its kind and number. */
    readonly title: Localised;
    readonly description: Localised;
  },
): Promise<void> {
  const verb = type.machine.actions[action]?.verb ?? 'view';
  const people = await audienceOf(ctx, {
    ...type.scope(row),
    ability: `${type.machine.page}:${verb}`,
    except: [ctx.actor.userId],
  });
  await notify(ctx, people, {
    category: 'reminder',
    type: 'info',
    title: {
      en: `${type.label.en} ${row.documentNo} ${title.en}`,
      th: `${type.label.th} ${row.documentNo} ${title.th}`,
    },
    description,
    action: type.path(row),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: type.subject, id: row.id },
    dedupeKey: `${type.subject}:${row.id}:${action}:${row.version}`,
  });
}
