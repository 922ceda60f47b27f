import { contract } from '@boxyard/shared/contract';
import { can, TEAM_PAGES } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import {
  type Ctx,
  defineImport,
  type FieldFault,
  firstFaultPerField,
  groupByText,
  type ImportRow,
  type Judged,
  mayUseCompany,
  mayUseWarehouse,
  normalisedText,
  phoneOf,
  validate,
} from '../../../kernel/index.ts';
import { place as placeInTeam } from '../teams/members.ts';
import { type InviteBody, invite } from './invite.ts';
import { judgePlacement, placesFor } from './placement.ts';

interface NewPerson {
  readonly body: InviteBody;
  readonly teamId: string | null;
}

const BODY = contract['users.create'].body as z.ZodMiniType;

/** Invitations written at a time: they share one connection, whose answers need not be waited for. */
const TOGETHER = 50;

/** People from a spreadsheet, each invited as if by the form. */
export const usersImport = defineImport<NewPerson>({
  resource: 'users',
  page: 'users',
  columns: [
    { key: 'email', title: { en: 'E-mail', th: 'อีเมล' }, required: true },
    { key: 'firstName', title: { en: 'First name', th: 'ชื่อ' }, required: true },
    { key: 'lastName', title: { en: 'Last name', th: 'นามสกุล' }, required: true },
    { key: 'phone', title: { en: 'Phone', th: 'โทรศัพท์' } },
    { key: 'role', title: { en: 'Role', th: 'บทบาท' }, required: true },
    { key: 'companies', title: { en: 'Companies', th: 'บริษัท' }, required: true },
    { key: 'warehouses', title: { en: 'Warehouses', th: 'คลัง' } },
    { key: 'team', title: { en: 'Team', th: 'ทีม' } },
  ],

  async judge(ctx, rows) {
    const names = await namesFor(ctx, rows);
    const drafts = rows.map((row) => draftOf(names, row));
    const places = await placesFor(
      ctx,
      drafts.map(({ body }) => body),
    );
    const seen = new Map<string, number>();
    return drafts.map((draft, index): Judged<NewPerson> => {
      const { value, faults: bodyFaults } = validate(BODY, draft.body);
      const faults = [
        ...draft.faults,
        ...bodyFaults.map(inColumn),
        ...judgePlacement(ctx.actor, draft.body, { places }).map(inColumn),
      ];
      const email = String(draft.body.email);
      const row = rows[index]?.number ?? 0;
      const earlier = seen.get(email);
      if (earlier === undefined) seen.set(email, row);
      else if (email !== '') {
        faults.push({ field: 'email', code: 'REPEATED_IN_ROW', params: { row: earlier } });
      }
      if (names.taken.has(email)) faults.push({ field: 'email', code: 'DUPLICATE' });
      return faults.length > 0
        ? { faults: firstFaultPerField(faults) }
        : { value: { body: value as InviteBody, teamId: draft.teamId } };
    });
  },

  async write(ctx, people) {
    for (let from = 0; from < people.length; from += TOGETHER) {
      await Promise.all(people.slice(from, from + TOGETHER).map((person) => bringIn(ctx, person)));
    }
  },
});

async function bringIn(ctx: Ctx, { body, teamId }: NewPerson): Promise<void> {
  const id = await invite(ctx, body);
  if (teamId === null) return;
  const name = `${body.firstName} ${body.lastName}`;
  await placeInTeam(
    ctx,
    { id, version: 1, name, teamId: null, teamPosition: null },
    { to: { teamId, position: 'member' }, action: 'join-team' },
  );
}

/** Columns of the body's fields. */
const COLUMNS: Readonly<Record<string, string>> = {
  roleId: 'role',
  companyIds: 'companies',
  warehouseIds: 'warehouses',
};

function inColumn({ field, code, params }: FieldFault): FieldFault {
  const [name = ''] = field.split('[');
  return { field: COLUMNS[name] ?? name, code, ...(params ? { params } : {}) };
}

/** `NORTH, EAST; WEST` → three names. */
const listed = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

interface Draft {
  readonly body: Readonly<Record<'email', string>> & {
    readonly roleId: string | null;
    readonly companyIds: readonly string[];
    readonly warehouseIds: readonly string[];
  };
  readonly teamId: string | null;
  readonly faults: readonly FieldFault[];
}

type Names = Awaited<ReturnType<typeof namesFor>>;

/** The body of an invitation from the words of a row. */
function draftOf(names: Names, { cells }: ImportRow): Draft {
  const faults: FieldFault[] = [];
  const unknown = (field: string, value: string) => {
    faults.push({ field, code: 'UNKNOWN_VALUE', params: { value } });
  };
  /** The one that a word means, among those that are open to the person. */
  const choose = <R extends { readonly id: string }>(
    field: string,
    { word, found }: { word: string; found: readonly R[] | undefined },
  ): R[] => {
    const [first, ...others] = found ?? [];
    if (!first) unknown(field, word);
    else if (others.length > 0) {
      faults.push({ field, code: 'AMBIGUOUS_VALUE', params: { value: word } });
    }
    return first ? [first] : [];
  };
  const chooseMany = <R extends { readonly id: string }>(
    field: string,
    find: (word: string) => readonly R[] | undefined,
  ) =>
    listed(cells[field]).flatMap((word) =>
      choose(field, { word, found: find(normalisedText(word)) }),
    );

  const companyIds = chooseMany('companies', (word) => names.companies.get(word)).map(
    ({ id }) => id,
  );
  const here = ({ companyId }: { readonly companyId: string }) => companyIds.includes(companyId);
  const warehouses = chooseMany('warehouses', (word) => names.warehouses.get(word)?.filter(here));
  const role = cells.role ?? '';
  const roles =
    role === '' ? [] : choose('role', { word: role, found: names.roles.get(normalisedText(role)) });
  if (role === '') faults.push({ field: 'role', code: 'REQUIRED' });
  if ((cells.email ?? '') === '') faults.push({ field: 'email', code: 'REQUIRED' });
  const team = cells.team ?? '';
  const teams =
    team === ''
      ? []
      : choose('team', { word: team, found: names.teams.get(normalisedText(team))?.filter(here) });
  const body = {
    email: normalisedText(cells.email ?? ''),
    firstName: cells.firstName ?? '',
    lastName: cells.lastName ?? '',
    phone: cells.phone ? phoneOf(cells.phone) : null,
    roleId: roles[0]?.id ?? null,
    companyIds: [...new Set(companyIds)],
    warehouseIds: [...new Set(warehouses.map(({ id }) => id))],
  };
  return { body, teamId: teams[0]?.id ?? null, faults };
}

/** Everything that the file's words may mean to this person, and the addresses that are taken. */
async function namesFor(ctx: Ctx, rows: readonly ImportRow[]) {
  const { actor } = ctx;
  const emails = rows.map(({ cells }) => normalisedText(cells.email ?? ''));
  const taken = await ctx.db
    .selectFrom('users')
    .select('email')
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute();
  const roles = await ctx.db
    .selectFrom('roles')
    .select(['id', 'name', 'labelEn', 'labelTh'])
    .where('isActive', '=', true)
    .execute();
  const companies = await ctx.db
    .selectFrom('companies')
    .select(['id', 'code'])
    .where('isActive', '=', true)
    .execute();
  const warehouses = await ctx.db
    .selectFrom('warehouses')
    .select(['id', 'code', 'companyId'])
    .where('isActive', '=', true)
    .where('isSystem', '=', false)
    .execute();
  const teams = await ctx.db
    .selectFrom('teams')
    .select(['id', 'name', 'nameTh', 'type', 'companyId'])
    .where('isActive', '=', true)
    .execute();
  return {
    taken: new Set(taken.map(({ email }) => normalisedText(email))),
    roles: groupByText(roles, ({ name, labelEn, labelTh }) => [name, labelEn, labelTh]),
    companies: groupByText(
      companies.filter(({ id }) => mayUseCompany(actor, id)),
      ({ code }) => [code],
    ),
    warehouses: groupByText(
      warehouses.filter(({ id }) => mayUseWarehouse(actor, id)),
      ({ code }) => [code],
    ),
    teams: groupByText(
      teams.filter(({ type }) => can(actor.grants, `${TEAM_PAGES[type]}:assign`)),
      ({ name, nameTh }) => [name, nameTh],
    ),
  };
}
