import { type Ctx, type Localised, notify } from '../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../workflow/index.ts';

/** Whoever asked for something and whoever approved it hear that somebody else has done it. */
export async function tellOutcome<R extends DocumentRow & { readonly approvedBy: string | null }>(
  ctx: Ctx,
  type: DocumentType<R>,
  {
    row,
    title,
    key,
  }: {
    readonly row: R;
    /** What was done, after its kind and number. */
    readonly title: Localised;
    /** Tells this outcome from others of the document. */
    readonly key: string;
  },
): Promise<void> {
  const people = [row.createdBy, row.approvedBy].filter((id) => id !== ctx.actor.userId);
  const { label, subject } = type;
  await notify(ctx, people, {
    category: 'message',
    type: 'success',
    title: {
      en: `${label.en} ${row.documentNo} ${title.en}`,
      th: `${label.th} ${row.documentNo} ${title.th}`,
    },
    description: { en: `By ${ctx.actor.name}`, th: `โดย ${ctx.actor.name}` },
    action: type.path(row),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: subject, id: row.id },
    dedupeKey: `${subject}:${row.id}:${key}`,
  });
}
