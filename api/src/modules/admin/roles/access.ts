import {
  explainAbilities,
  type GrantSource,
  type GrantSourceKind,
  type SourcedGrant,
  sourcedGrantsOf,
} from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { v5 } from 'uuid';
import {
  type Ctx,
  containing,
  defineList,
  type Family,
  type HandlersOf,
  type Input,
  json,
  type Locale,
  notFound,
} from '../../../kernel/index.ts';
import { refOf } from '../../masterData/index.ts';
import { userSource } from '../users/userRows.ts';
import { catalogueOf } from './catalogue.ts';
import { TEXTS } from './labels.ts';
import { verbLabels } from './verbs.ts';

/**
 * Who may do what: somebody's effective abilities and what gives each of them, computed by the one
 * function that server and browser use.
 */
type Named = { readonly name: string; readonly nameTh: string };

const named = ({ labelEn, labelTh }: { labelEn: string; labelTh: string }): Named => ({
  name: labelEn,
  nameTh: labelTh,
});

/** Any name-based namespace: the same ability has the same id, whoever holds it. */
const NAMESPACE = '5b0b1e1a-6a54-5c3f-9d1c-2a8f0c7d4e10';

/** A person with all that their abilities follow from, as `actorOf` reads it. */
async function personOf(ctx: Ctx, id: string) {
  const person = await userSource(ctx)
    .where('u.id', '=', id)
    .leftJoin('roles as r', 'r.id', 'u.roleId')
    .leftJoin('roleGroups as g', 'g.id', 'r.roleGroupId')
    .leftJoin('teams as t', (join) =>
      join.onRef('t.id', '=', 'u.teamId').on('t.isActive', '=', true),
    )
    .select(['u.id', 'u.email', 'u.status', 'u.teamPosition'])
    .select(sql<string>`u.full_name`.as('fullName'))
    .select(['r.id as roleId', 'r.name as roleName', 'r.labelEn as roleEn', 'r.labelTh as roleTh'])
    .select(['r.isActive as roleActive', 'r.dataScope', 'r.approvalLimit'])
    .select(['r.discountLimitPercent', 'g.id as groupId', 'g.name as groupName'])
    .select(['g.labelEn as groupEn', 'g.labelTh as groupTh', 't.id as teamId'])
    .select(['t.name as teamName', 't.nameTh as teamNameTh', 't.type as teamType'])
    .executeTakeFirst();
  if (!person) throw notFound();
  return person;
}

type PersonRow = Awaited<ReturnType<typeof personOf>>;

async function grantsOf(ctx: Ctx, person: PersonRow): Promise<SourcedGrant[]> {
  const { roleId, roleName, roleActive, groupName, teamId, teamPosition, teamType } = person;
  const menus = await ctx.db
    .selectFrom('roleMenus as rm')
    .innerJoin('menus as m', 'm.id', 'rm.menuId')
    .where('rm.roleId', '=', roleId)
    .orderBy('m.sort')
    .select('m.name')
    .execute();
  const permissions = await ctx.db
    .selectFrom('rolePermissions')
    .where('roleId', '=', roleId)
    .orderBy('name')
    .select('name')
    .execute();
  // A role out of use gives nothing.
  const works = roleName !== null && roleActive === true;
  const roleGroup = groupName === null ? null : { name: groupName };
  return sourcedGrantsOf({
    role: works ? { name: roleName, roleGroup, menus, permissions } : null,
    team: teamId === null ? null : { position: teamPosition, teamType },
  });
}

interface Ability {
  readonly id: string;
  readonly ability: string;
  readonly page: Named;
  readonly action: Named;
  readonly sources: readonly (GrantSource & { readonly nameTh: string })[];
}

/** Every ability that counts, in the order of the menu, then those that open no page. */
async function abilitiesOf(ctx: Ctx, id: string): Promise<Ability[]> {
  const person = await personOf(ctx, id);
  const grants = await grantsOf(ctx, person);
  const pages = await catalogueOf(ctx);
  const menus = await ctx.db.selectFrom('menus').select(['name', 'labelEn', 'labelTh']).execute();
  const menuLabels = new Map(menus.map((menu) => [menu.name, named(menu)]));
  const abilityLabels = new Map(
    pages.flatMap((page) =>
      page.permissions.map((permission) => [
        permission.name,
        { page: named(page), action: named(permission) },
      ]),
    ),
  );
  const plain = (name: string): Named => ({ name, nameTh: name });
  const labelOf = ({ kind, name }: GrantSource): Named => {
    if (kind === 'menu') return menuLabels.get(name) ?? plain(name);
    if (kind === 'role') return { name: person.roleEn ?? name, nameTh: person.roleTh ?? name };
    if (kind === 'roleGroup') {
      return { name: person.groupEn ?? name, nameTh: person.groupTh ?? name };
    }
    return plain(name);
  };
  const shown = (
    ability: string,
    labels: { page: Named; action: Named },
    sources: readonly GrantSource[],
  ) => ({
    id: v5(ability, NAMESPACE),
    ability,
    ...labels,
    sources: sources.map((source) => ({ ...source, ...labelOf(source) })),
  });
  const held = explainAbilities(grants, [...abilityLabels.keys()]);
  const counted = new Set(held.map(({ ability }) => ability));
  const others = grants
    .map(({ subject, action, sources }) => ({
      ability: `${subject}:${action}`,
      subject,
      action,
      sources,
    }))
    .filter(({ ability }) => !counted.has(ability));
  return [
    ...held.flatMap(({ ability, sources }) => {
      const labels = abilityLabels.get(ability);
      return labels ? [shown(ability, labels, sources)] : [];
    }),
    ...others.map(({ ability, subject, action, sources }) =>
      shown(
        ability,
        { page: menuLabels.get(subject) ?? plain(subject), action: named(verbLabels(action)) },
        sources,
      ),
    ),
  ];
}

interface Row {
  readonly id: string;
  readonly place: number;
  readonly page: string;
  readonly action: string;
  readonly words: string;
  readonly kinds: readonly string[];
  readonly shown: Ability;
}

const rowOf = (ability: Ability, place: number): Row => ({
  id: ability.id,
  place,
  page: ability.ability.slice(0, ability.ability.indexOf(':')),
  action: ability.ability.slice(ability.ability.indexOf(':') + 1),
  words: [
    ability.ability,
    ability.page.name,
    ability.page.nameTh,
    ability.action.name,
    ability.action.nameTh,
    ...ability.sources.flatMap(({ name, nameTh }) => [name, nameTh]),
  ].join(' '),
  kinds: ability.sources.map(({ kind }) => kind),
  shown: ability,
});

type Asked = Input<'access.list'>;
/** The query, with the abilities that were computed for it. */
type Answered = Asked & { readonly abilities: readonly Ability[] };

const KIND_LABELS: Readonly<Record<GrantSourceKind, Named>> = {
  menu: { name: 'Page', nameTh: 'หน้า' },
  permission: { name: 'Permission', nameTh: 'สิทธิ์' },
  roleGroup: { name: 'Role group', nameTh: 'กลุ่มบทบาท' },
  role: { name: 'Role', nameTh: 'บทบาท' },
  teamPosition: { name: 'Position in team', nameTh: 'ตำแหน่งในทีม' },
  teamType: { name: 'Type of team', nameTh: 'ประเภททีม' },
};

const sourceText = (sources: Ability['sources'], locale: Locale): string =>
  sources
    .map(({ kind, name, nameTh }) =>
      locale === 'th'
        ? `${KIND_LABELS[kind].nameTh} ${nameTh}`
        : `${KIND_LABELS[kind].name} ${name}`,
    )
    .join('; ');

const accessList = defineList('access.list', {
  id: 'a.id',
  // Rows that are computed are filtered, sorted and exported by the same engine as those of a table.
  from: (ctx, input: Asked | Answered) => {
    const rows = 'abilities' in input ? input.abilities.map(rowOf) : [];
    return ctx.db.selectFrom(
      sql<Row>`(select * from jsonb_to_recordset(${json(rows)}) as x(
        id uuid, place int, page text, action text, words text, kinds jsonb, shown jsonb))`.as('a'),
    );
  },
  select: (query) => query.select('a.shown'),
  map: (rows) => rows.map(({ shown }) => shown),
  sorts: { page: 'a.place', action: 'a.action' },
  filters: {
    page: 'a.page',
    source: (query, kinds) => query.where(sql<boolean>`a.kinds ?| ${sql.val(kinds)}::text[]`),
  },
  search: (query, term) =>
    query.where(sql<boolean>`fold_search(a.words) like fold_search(${containing(term)})`),
  export: {
    fileName: 'abilities',
    columns: {
      page: { title: TEXTS.field.page, type: 'text', width: 32 },
      action: { title: { en: 'Action', th: 'การกระทำ' }, type: 'text', width: 28 },
      ability: { title: { en: 'Ability', th: 'รหัสสิทธิ์' }, type: 'text', width: 36 },
      sources: {
        title: { en: 'Granted by', th: 'ได้มาจาก' },
        type: 'text',
        width: 60,
        value: (row, locale) => sourceText((row as Ability).sources, locale),
      },
    },
  },
});

export const accessHandlers: HandlersOf<Family<'access'>> = {
  'access.list': async (ctx, input) => {
    const answered: Answered = { ...input, abilities: await abilitiesOf(ctx, input.params.id) };
    return accessList.run(ctx, answered);
  },
  'access.person': async (ctx, { params }) => ({ data: await shownPerson(ctx, params.id) }),
};

async function shownPerson(ctx: Ctx, id: string) {
  const person = await personOf(ctx, id);
  const { companyIds } = ctx.actor;
  const companies = await ctx.db
    .selectFrom('userCompanies as uc')
    .innerJoin('companies as c', 'c.id', 'uc.companyId')
    .where('uc.userId', '=', id)
    .where(sql<boolean>`(${companyIds}::uuid[] is null or c.id = any(${companyIds}::uuid[]))`)
    .orderBy('c.code')
    .select(['c.id', 'c.code', 'c.nameEn as name', 'c.nameTh'])
    .execute();
  const role = refOf(person.roleId, person.roleName, {
    name: person.roleEn,
    nameTh: person.roleTh,
  });
  const team = refOf(person.teamId, null, { name: person.teamName, nameTh: person.teamNameTh });
  return {
    id: person.id,
    name: person.fullName,
    email: person.email,
    status: person.status,
    role: role && { ...role, isActive: person.roleActive === true },
    roleGroup: refOf(person.groupId, person.groupName, {
      name: person.groupEn,
      nameTh: person.groupTh,
    }),
    team: team && { ...team, position: person.teamPosition, type: person.teamType ?? '' },
    dataScope: person.dataScope ?? 'own',
    approvalLimit: person.approvalLimit,
    discountLimitPercent: person.discountLimitPercent,
    companies,
  };
}
