import { ACTIVITY_ACTIONS, ACTIVITY_SUBJECTS, type ChainReport } from '@boxyard/shared/contract';
import { activityChanges, wholeText } from '@boxyard/shared/domain/activity/changes.ts';
import { placeName, recordName } from '@boxyard/shared/domain/activity/names.ts';
import { activityText, activityValue } from '@boxyard/shared/domain/activity/texts.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import {
  type Ctx,
  containing,
  defineList,
  type Family,
  folded,
  type HandlersOf,
  type Localised,
  notFound,
  withoutCosts,
  withoutPersonalValues,
} from '../../../kernel/index.ts';
import { numberedValues, recordCondition, statusText } from '../../../workflow/index.ts';
import { refOf } from '../../masterData/index.ts';
import { checkChain } from './check.ts';
import { TEXTS } from './labels.ts';
import { labelOrPerson, namesIn, placesIn, recordsOf } from './names.ts';

/** The activity log (domain-containers 1.5): who changed what, within the companies of the reader. */
type Logs = Database & { l: Database['activityLogs'] };

const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Entries of the reader's companies, of their colleagues' accounts, and of what all companies
 * share: parts, suppliers, roles. A reader with a warehouse limit sees what was done in those alone.
 */
function inScope(ctx: Ctx): SelectQueryBuilder<Logs, 'l', object> {
  const all = ctx.db.selectFrom('activityLogs as l');
  const { companyIds } = ctx.actor;
  const seen = recordCondition(ctx.actor, { subject: 'l.subject', id: 'l.subject_id' });
  const logs = seen === null ? all : all.where(seen);
  if (companyIds === null) return logs;
  const open = [...companyIds, EVERYBODY];
  return logs.where(
    sql<boolean>`(l.scope_id = any(${open}::uuid[]) or l.scope_id in
      (select uc.user_id from user_companies uc where uc.company_id = any(${companyIds}::uuid[])))`,
  );
}

/** Without joins: the page is planned anew for what it is asked with, its names are prepared. */
const ofEntry = (query: SelectQueryBuilder<Logs, 'l', object>) =>
  query
    .select([
      'l.id',
      'l.at',
      'l.userId',
      'l.action',
      'l.subject',
      'l.subjectId',
      'l.companyId',
      'l.before',
      'l.after',
      'l.ip',
      'l.userAgent',
      'l.requestId',
    ])
    .select(labelOrPerson.as('record'));

type Row = Awaited<ReturnType<ReturnType<typeof ofEntry>['execute']>>[number];

type Records = Awaited<ReturnType<typeof recordsOf>>;

/** The rows of a page as this person may read them. */
const readable = async (ctx: Ctx, rows: readonly Row[]): Promise<Row[]> => {
  const { actor } = ctx;
  const told = rows.map((row) => {
    const shown = (values: Row['before']) =>
      withoutCosts(actor, withoutPersonalValues(row.subject, withoutPrices(actor, row, values)));
    return { ...row, before: shown(row.before), after: shown(row.after) };
  });
  return numberedValues(ctx, told);
};

/**
 * Lowest prices stood in the shared log of models before each company had its own: nobody can say any
 * more whose they were.
 */
function withoutPrices(
  { companyIds }: Ctx['actor'],
  { subject, companyId }: Row,
  values: Row['before'],
): Row['before'] {
  if (subject !== 'productModels' || companyId !== null || companyIds === null) return values;
  if (values === null || typeof values !== 'object' || !('floorPrice' in values)) return values;
  const { floorPrice: _price, ...others } = values as Readonly<Record<string, unknown>>;
  return others as Row['before'];
}

const shown = ({ userId, companyId, before, after, ...row }: Row, records: Records) => {
  const company = companyId === null ? undefined : records.get(companyId);
  return {
    ...row,
    current: (row.subjectId === null ? undefined : records.get(row.subjectId)) ?? null,
    user: userId === null ? null : { id: userId, name: records.get(userId)?.name ?? '' },
    company: refOf(companyId, company?.code, { name: company?.name, nameTh: company?.nameTh }),
  };
};

type Values = Pick<Row, 'subject' | 'before' | 'after'>;

const fieldsOf = ({ before, after }: Pick<Row, 'before' | 'after'>): string[] =>
  activityChanges(before, after).map(({ field }) => field);

/** For exports, what each field was and became: `Phone: …5678 → …9999`. */
async function sentencesIn(ctx: Ctx, rows: readonly Values[]): Promise<(row: Values) => string[]> {
  const named = await namesIn(ctx, ...rows.flatMap(({ before, after }) => [before, after]));
  const names = new Map(
    named.map(({ id, code, name, nameTh }) => [
      id,
      [code, ctx.locale === 'th' && nameTh ? nameTh : name].filter(Boolean).join(' '),
    ]),
  );
  const places = await placesIn(...rows.flatMap(({ before, after }) => [before, after]));
  const say = (subject: string, field: string, value: unknown): string => {
    if (value === null || value === '') return '–';
    if (Array.isArray(value)) return value.map((item) => say(subject, field, item)).join(', ');
    if (typeof value === 'number')
      return placeName(places, { field, id: value }, ctx.locale) ?? `${value}`;
    if (typeof value === 'object') return wholeText(value, ctx.locale) ?? JSON.stringify(value);
    const text = String(value);
    const status = field === 'status' ? statusText(subject, text)?.[ctx.locale] : undefined;
    return status ?? names.get(text) ?? activityValue(ctx.locale, field, text) ?? text;
  };
  return ({ subject, before, after }) =>
    activityChanges(before, after).map(
      (change) =>
        `${activityText(ctx.locale, 'field', change.field)}: ${say(subject, change.field, change.before)} → ${say(subject, change.field, change.after)}`,
    );
}

const labelsOf = (kind: 'subject' | 'action', values: readonly string[]) =>
  Object.fromEntries(
    values.map((value): [string, Localised] => [
      value,
      { en: activityText('en', kind, value), th: activityText('th', kind, value) },
    ]),
  );

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `PR2611-0004`, `SUP-0025`: looked up from its beginning. */
const NUMBER = /^[a-z]{1,8}-?\d/i;

/** The record by what it was called; a request by its number, which people are given to quote. */
function search(query: SelectQueryBuilder<Logs, 'l', object>, term: string) {
  if (UUID.test(term)) return query.where('l.requestId', '=', term.toLowerCase());
  if (!NUMBER.test(term)) return query.where(folded('l.search_text', term));
  const beginning = containing(term).slice(1);
  return query.where(sql<boolean>`l.search_text like fold_search(${beginning})`);
}

const logs = defineList('activityLogs.list', {
  id: 'l.id',
  from: inScope,
  select: ofEntry,
  map: async (found, ctx, { query }) => {
    const rows = await readable(ctx, found);
    const records = await recordsOf(ctx, rows);
    if (query.format === undefined) {
      return rows.map((row) => ({ ...shown(row, records), changes: fieldsOf(row) }));
    }
    const said = await sentencesIn(ctx, rows);
    return rows.map((row) => {
      const entry = shown(row, records);
      return { ...entry, record: recordName(entry, ctx.locale), changes: said(row) };
    });
  },
  sorts: { at: 'l.at' },
  filters: {
    userId: 'l.user_id',
    subject: 'l.subject',
    action: 'l.action',
    companyId: 'l.company_id',
    subjectId: 'l.subject_id',
  },
  search,
  dates: { column: 'l.at', kind: 'instant' },
  export: {
    fileName: 'activity-log',
    columns: {
      at: { title: TEXTS.field.at, type: 'datetime' },
      user: { title: TEXTS.field.user, type: 'text' },
      action: {
        title: TEXTS.field.action,
        type: 'status',
        labels: labelsOf('action', ACTIVITY_ACTIONS),
      },
      subject: {
        title: TEXTS.field.subject,
        type: 'status',
        labels: labelsOf('subject', ACTIVITY_SUBJECTS),
      },
      record: { title: { en: 'Record', th: 'รายการ' }, type: 'text' },
      changes: {
        title: { en: 'Changes', th: 'สิ่งที่เปลี่ยน' },
        type: 'text',
        width: 60,
        value: ({ changes }) => changes.join('; '),
      },
      company: { title: TEXTS.field.company, type: 'text' },
      ip: { title: TEXTS.field.ip, type: 'text' },
      userAgent: { title: TEXTS.field.userAgent, type: 'text' },
      requestId: { title: TEXTS.field.requestId, type: 'text', width: 38 },
    },
  },
});

const reduced = defineList('activityLogs.all', {
  id: 'l.id',
  from: inScope,
  select: (query) =>
    query
      .select(['l.id', 'l.at', 'l.action', sql<string | null>`null::text`.as('code')])
      .select(sql<string>`coalesce(${labelOrPerson}, '')`.as('name')),
  map: (rows) => rows,
  sorts: { at: 'l.at' },
  filters: {},
  search,
  dates: { column: 'l.at', kind: 'instant' },
});

/** One check at a time: those who ask meanwhile get the same answer. */
const running = new WeakMap<object, Promise<ChainReport>>();

function checkOnce(ctx: Ctx): Promise<ChainReport> {
  const known = running.get(ctx.app);
  if (known) return known;
  const report = checkChain(ctx).finally(() => running.delete(ctx.app));
  running.set(ctx.app, report);
  return report;
}

export const activityLogsHandlers: HandlersOf<Family<'activityLogs'>> = {
  'activityLogs.list': logs.run,
  'activityLogs.all': reduced.run,

  'activityLogs.get': async (ctx, { params }) => {
    const found = await ofEntry(inScope(ctx).where('l.id', '=', params.id)).executeTakeFirst();
    const [row] = await readable(ctx, found ? [found] : []);
    if (!row) throw notFound();
    const seal = await ctx.db
      .selectFrom('activitySeals')
      .select(['seq', 'hash'])
      .where('logId', '=', row.id)
      .executeTakeFirst();
    return {
      data: {
        ...shown(row, await recordsOf(ctx, [row])),
        before: row.before,
        after: row.after,
        names: await namesIn(ctx, row.before, row.after),
        places: await placesIn(row.before, row.after),
        seal: seal ? { seq: seal.seq, hash: seal.hash.toString('hex') } : null,
      },
    };
  },

  'activityLogs.check': async (ctx, { query }) => ({
    data: await (query.anchor === undefined ? checkOnce(ctx) : checkChain(ctx, query.anchor)),
  }),
};
