import type { Actor, Ctx, Family, HandlersOf, Localised } from '../../kernel/index.ts';
import { expectReadable, type Waiting } from '../../workflow/index.ts';

/** Names that are said before the others are counted. */
const NAMED = 3;

const joined = (names: readonly string[], { en, th }: Localised): Localised => {
  const shown = names.slice(0, NAMED);
  const left = names.length - shown.length;
  return {
    en: left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(en),
    th: left > 0 ? `${shown.join(', ')} และอีก ${left} คน` : shown.join(th),
  };
};
const AND: Localised = { en: ' and ', th: ' และ ' };
const OR: Localised = { en: ' or ', th: ' หรือ ' };

const namesOf = (people: readonly Actor[]): Localised =>
  joined(
    people.map(({ name }) => name),
    AND,
  );

/** The roles of people, each once, as their holders call them. */
async function rolesOf(ctx: Ctx, people: readonly Actor[]): Promise<Localised> {
  const names = [...new Set(people.flatMap(({ roleName }) => roleName ?? []))];
  if (names.length === 0) return { en: '', th: '' };
  const roles = await ctx.db
    .selectFrom('roles')
    .where('name', 'in', names)
    .orderBy('labelEn')
    .select(['labelEn', 'labelTh'])
    .execute();
  return {
    en: joined(
      roles.map(({ labelEn }) => labelEn),
      OR,
    ).en,
    th: joined(
      roles.map(({ labelTh }) => labelTh),
      OR,
    ).th,
  };
}

/** For whom a document waits, in words. */
async function sentenceOf(ctx: Ctx, { takers, stuckAfter }: Waiting): Promise<Localised> {
  const { may, mayNot } = takers;
  const barred = namesOf(mayNot);
  if (may.length === 0) {
    return mayNot.length === 0
      ? {
          en: 'Nobody may take the next step here: somebody needs the right, or a higher limit.',
          th: 'ยังไม่มีผู้มีสิทธิ์ดำเนินการขั้นต่อไปที่นี่ ต้องให้สิทธิ์หรือเพิ่มวงเงินแก่ผู้ใช้งาน',
        }
      : {
          en: `Nobody may take the next step here: ${barred.en} may not, having made it or being a party to it. Somebody else needs the right.`,
          th: `ยังไม่มีผู้ดำเนินการขั้นต่อไปได้: ${barred.th} เป็นผู้จัดทำหรือเกี่ยวข้องกับเอกสารนี้ ต้องให้สิทธิ์แก่ผู้อื่น`,
        };
  }
  const roles = await rolesOf(ctx, may);
  const except: Localised =
    mayNot.length === 0
      ? { en: '', th: '' }
      : {
          en: `, except ${barred.en}, having made it or being a party to it`,
          th: ` ยกเว้น ${barred.th} ซึ่งเป็นผู้จัดทำหรือเกี่ยวข้องกับเอกสารนี้`,
        };
  if (stuckAfter === null) {
    return { en: `Waits for: ${roles.en}${except.en}.`, th: `รอ: ${roles.th}${except.th}` };
  }
  const later = namesOf(stuckAfter.mayNot);
  return {
    en: `Waits for: ${roles.en}${except.en}. Nobody could decide on it then${later.en === '' ? '' : `: ${later.en} made it`}. Somebody else needs the right.`,
    th: `รอ: ${roles.th}${except.th} แต่หลังจากนั้นจะไม่มีผู้พิจารณา${later.th === '' ? '' : ` เพราะ ${later.th} เป็นผู้จัดทำ`} ต้องให้สิทธิ์แก่ผู้อื่น`,
  };
}

/** For whom documents wait, on the page of each. */
export const waitingHandlers: HandlersOf<Family<'waiting'>> = {
  'waiting.get': async (ctx, { query }) => {
    const family = await expectReadable(ctx, query);
    const waiting = await family.waiting(ctx, query.id);
    if (waiting === null) return { data: { text: null, isStuck: false } };
    const isStuck = waiting.takers.may.length === 0 || waiting.stuckAfter !== null;
    const said = await sentenceOf(ctx, waiting);
    return { data: { text: said[ctx.locale], isStuck } };
  },
};
