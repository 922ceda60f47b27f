import { bangkokDate, can, TEAM_PAGES } from '@boxyard/shared/domain';
import { audienceOf, type Ctx, type Localised, type Notice } from '../../../kernel/index.ts';
import { type MoveRow, movePath } from './moveType.ts';

/** What is said of a move: who goes where. */
export interface MoveWords {
  readonly person: string;
  readonly team: Localised;
}

/** The names that notices use. */
export async function wordsOf(ctx: Ctx, move: Pick<MoveRow, 'userId' | 'toTeamId'>) {
  const { rows } = await ctx.pg.query<{ person: string; name: string; name_th: string | null }>(
    `select u.full_name as person, t.name, t.name_th from users u, teams t
      where u.id = $1 and t.id = $2`,
    [move.userId, move.toTeamId],
  );
  const [row] = rows;
  const name = row?.name ?? '';
  return { person: row?.person ?? '', team: { en: name, th: row?.name_th ?? name } };
}

/**
 * Who has to decide: whoever leads the team, if they may and it is not their own request or move;
 * else those who place people in such teams.
 */
export async function decidersOf(
  ctx: Ctx,
  move: Pick<MoveRow, 'companyId' | 'type' | 'createdBy' | 'userId' | 'toLeaderId'>,
): Promise<readonly string[]> {
  const page = TEAM_PAGES[move.type];
  const { toLeaderId } = move;
  if (toLeaderId !== null && toLeaderId !== move.createdBy && toLeaderId !== move.userId) {
    const leader = await ctx.app.actorOf(toLeaderId);
    if (can(leader.grants, `${page}:approve-assignee`)) return [toLeaderId];
  }
  return audienceOf(ctx, {
    ability: `${page}:assign`,
    companyId: move.companyId,
    except: [move.createdBy, move.userId],
  });
}

type Told = Pick<MoveRow, 'id' | 'type' | 'version'>;

const noticeOf = (
  ctx: Ctx,
  move: Told,
  notice: Pick<Notice, 'category' | 'type' | 'title' | 'description'> & { readonly event: string },
): Notice => {
  const { event, ...words } = notice;
  return {
    kind: words.category === 'reminder' ? 'decisions' : 'people',
    ...words,
    entity: { type: 'teamMoves', id: move.id },
    dedupeKey: `teamMoves:${move.id}:${event}:${bangkokDate(ctx.clock.now())}`,
  };
};

/** For people who may open the page; whoever is moved often may not, and a link would throw them out. */
const withLink = (move: Told, notice: Notice): Notice => ({
  ...notice,
  action: movePath(move),
  actionTitle: { en: 'Open request', th: 'เปิดคำขอ' },
});

const same = (text: string): Localised => ({ en: text, th: text });

export function askedNotices(ctx: Ctx, move: Told, { person, team }: MoveWords) {
  const by = { en: `Requested by ${ctx.actor.name}`, th: `ผู้ขอ: ${ctx.actor.name}` };
  return {
    deciders: withLink(
      move,
      noticeOf(ctx, move, {
        event: 'asked',
        category: 'reminder',
        type: 'info',
        title: {
          en: `Move of ${person} to ${team.en} waits for your decision`,
          th: `คำขอย้าย ${person} ไป${team.th} รอการพิจารณาของคุณ`,
        },
        description: by,
      }),
    ),
    person: noticeOf(ctx, move, {
      event: 'askedForYou',
      category: 'message',
      type: 'info',
      title: {
        en: `Your move to ${team.en} was requested`,
        th: `มีคำขอย้ายคุณไป${team.th}`,
      },
      description: by,
    }),
  };
}

const OUTCOMES = {
  approved: { type: 'success', en: 'was approved', th: 'ได้รับอนุมัติแล้ว' },
  rejected: { type: 'error', en: 'was rejected', th: 'ไม่ได้รับอนุมัติ' },
  cancelled: { type: 'warning', en: 'was withdrawn', th: 'ถูกยกเลิกแล้ว' },
} as const;

/** What requester, person and, of a withdrawal, the deciders hear. */
export function outcomeNotices(
  ctx: Ctx,
  move: Told,
  {
    outcome,
    words: { person, team },
    detail,
  }: {
    readonly outcome: keyof typeof OUTCOMES;
    readonly words: MoveWords;
    readonly detail: Localised | string;
  },
) {
  const { type, en, th } = OUTCOMES[outcome];
  const description = typeof detail === 'string' ? same(detail) : detail;
  const common = { event: outcome, category: 'message', type, description } as const;
  return {
    involved: withLink(
      move,
      noticeOf(ctx, move, {
        ...common,
        title: {
          en: `Move of ${person} to ${team.en} ${en}`,
          th: `คำขอย้าย ${person} ไป${team.th} ${th}`,
        },
      }),
    ),
    person: noticeOf(ctx, move, {
      ...common,
      event: `${outcome}ForYou`,
      title: { en: `Your move to ${team.en} ${en}`, th: `คำขอย้ายคุณไป${team.th} ${th}` },
    }),
  };
}

/** On the day itself, when it was not the day of the decision. */
export const arrivedNotice = (ctx: Ctx, move: Told, { team }: MoveWords): Notice =>
  noticeOf(ctx, move, {
    event: 'arrived',
    category: 'message',
    type: 'success',
    title: { en: `You are in ${team.en} from today`, th: `คุณอยู่ใน${team.th} ตั้งแต่วันนี้` },
    description: {
      en: 'What you may do here has changed with it.',
      th: 'สิทธิ์การใช้งานของคุณเปลี่ยนตามทีมใหม่แล้ว',
    },
  });
