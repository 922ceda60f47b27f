import { type Ctx, type Localised, type Notice, notify } from '../../../kernel/index.ts';
import { type JobRow, jobs } from './type.ts';

/** Notices tell this much of a symptom. */
const TOLD = 200;

/** Tells people something about a job; the symptom stands below the title, and the notice leads to it. */
export const notifyOfJob = (
  ctx: Ctx,
  row: JobRow,
  {
    to,
    key,
    ...notice
  }: Pick<Notice, 'category' | 'type' | 'kind'> & {
    readonly to: readonly (string | null)[];
    readonly title: Localised;
    /** Names the event and its occasion: a person is told of each occasion once. */
    readonly key: string;
  },
): Promise<void> => {
  const symptom = row.symptom.slice(0, TOLD);
  return notify(
    ctx,
    to.filter((id) => id !== ctx.actor.userId),
    {
      ...notice,
      description: { en: symptom, th: symptom },
      action: jobs.type.path(row),
      actionTitle: { en: 'Open', th: 'เปิดงาน' },
      entity: { type: jobs.type.subject, id: row.id },
      dedupeKey: `${jobs.type.subject}:${row.id}:${key}`,
    },
  );
};
