import {
  addDays,
  formatNumber,
  type HeaderType,
  NUMBERED_TYPES,
  type NumberRule,
  periodOf,
} from '@boxyard/shared/domain';
import {
  authorId,
  type Ctx,
  type FieldFault,
  type Input,
  mayUseCompany,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { documentFamilies } from '../../../workflow/index.ts';

/** How a company numbers its documents of a kind (domain-warehouse 1.1, 1.12). */
interface Numbered {
  readonly companyId: string;
  readonly type: HeaderType;
}

const sequenceOf = (type: HeaderType): string | null =>
  type in NUMBERED_TYPES ? NUMBERED_TYPES[type as keyof typeof NUMBERED_TYPES] : null;

const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;
const nextMonth = (date: string): string => firstOfMonth(addDays(firstOfMonth(date), 31));

const rulesOf = (ctx: Ctx, companyId: string, docType: string) =>
  ctx.db
    .selectFrom('documentNumbering')
    .select(['prefix', 'reset', 'digits', 'effectiveFrom'])
    .where('companyId', '=', companyId)
    .where('docType', '=', docType)
    .orderBy('effectiveFrom', 'desc')
    .execute();

/** When a new rule begins: with the next month, or at once where nothing was numbered yet. */
async function beginningOf(ctx: Ctx, companyId: string, docType: string): Promise<string> {
  const day = today(ctx.clock);
  const used = await ctx.db
    .selectFrom('documentSequences')
    .select('lastNo')
    .where('companyId', '=', companyId)
    .where('docType', '=', docType)
    .limit(1)
    .executeTakeFirst();
  return used ? nextMonth(day) : firstOfMonth(day);
}

/** The number that the first document of that day takes by a rule. */
async function nextNumber(
  ctx: Ctx,
  rule: NumberRule,
  { companyId, docType, date }: { companyId: string; docType: string; date: string },
): Promise<string> {
  const period = periodOf(date, rule.reset);
  const row = await ctx.db
    .selectFrom('documentSequences')
    .select('lastNo')
    .where('companyId', '=', companyId)
    .where('docType', '=', docType)
    .where('period', '=', period)
    .executeTakeFirst();
  return formatNumber(rule, { period, count: (row?.lastNo ?? 0) + 1 });
}

/** The rule that counts, or the one that is planned; null where the kind has no numbers yet. */
export async function numberingOf(ctx: Ctx, { companyId, type }: Numbered) {
  const docType = sequenceOf(type);
  if (docType === null) return null;
  const day = today(ctx.clock);
  const [latest] = await rulesOf(ctx, companyId, docType);
  const { effectiveFrom, ...rule } = latest ?? {
    prefix: docType,
    reset: 'monthly' as const,
    digits: 4,
    effectiveFrom: day,
  };
  const from = effectiveFrom > day ? effectiveFrom : null;
  const next = await nextNumber(ctx, rule, { companyId, docType, date: from ?? day });
  return { ...rule, next, from };
}

/** Letters of other kinds of documents are theirs: two documents of a company never look alike. */
async function ruleFaults(ctx: Ctx, numbered: Numbered, rule: NumberRule): Promise<FieldFault[]> {
  const docType = sequenceOf(numbered.type);
  if (docType === null) return [{ field: 'numbering', code: 'UNKNOWN_KEY' }];
  const taken = await ctx.db
    .selectFrom('documentNumbering')
    .select('prefix')
    .where('companyId', '=', numbered.companyId)
    .where('docType', '<>', docType)
    .execute();
  const others = [
    ...documentFamilies().map((family) => family.docType),
    'RV',
    ...taken.map(({ prefix }) => prefix),
  ];
  return rule.prefix !== docType && others.includes(rule.prefix)
    ? [{ field: 'numbering.prefix', code: 'DUPLICATE' }]
    : [];
}

/** Plans another rule, unless it says what counts already. Its counters go on: no number repeats. */
export async function planNumbering(
  ctx: Ctx,
  numbered: Numbered,
  rule: NumberRule,
): Promise<NumberRule | null> {
  const now = await numberingOf(ctx, numbered);
  const docType = sequenceOf(numbered.type);
  const isSame =
    now?.prefix === rule.prefix && now.reset === rule.reset && now.digits === rule.digits;
  if (isSame) return null;
  refuseFaults(await ruleFaults(ctx, numbered, rule));
  if (docType === null) return null;
  const effectiveFrom = await beginningOf(ctx, numbered.companyId, docType);
  await ctx.db
    .insertInto('documentNumbering')
    .values({
      companyId: numbered.companyId,
      docType,
      effectiveFrom,
      ...rule,
      createdAt: ctx.clock.now(),
      createdBy: authorId(ctx.actor),
    })
    // What was planned for the same month is planned anew.
    .onConflict((on) => on.columns(['companyId', 'docType', 'effectiveFrom']).doUpdateSet(rule))
    .execute();
  return rule;
}

/** The next number by a rule as it is typed, and from when on. */
export async function previewNumbering(ctx: Ctx, body: Input<'documentHeaders.numbering'>['body']) {
  const { companyId, type, ...rule } = body;
  const docType = sequenceOf(type);
  if (docType === null || !mayUseCompany(ctx.actor, companyId)) {
    refuseFaults([{ field: 'companyId', code: 'UNKNOWN_ID' }]);
    throw new Error('unreachable');
  }
  refuseFaults(await ruleFaults(ctx, { companyId, type }, rule));
  const date = await beginningOf(ctx, companyId, docType);
  const from = date > today(ctx.clock) ? date : null;
  return { ...rule, next: await nextNumber(ctx, rule, { companyId, docType, date }), from };
}
