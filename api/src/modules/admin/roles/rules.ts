import type { BodyOut } from '@boxyard/shared/contract';
import { can, isReservedName, isWiderScope, PAGE_VERBS } from '@boxyard/shared/domain';
import { type Contract, type Ctx, conflict, type FieldFault } from '../../../kernel/index.ts';
import { managesAll } from '../users/userRows.ts';
import { catalogueOf } from './catalogue.ts';

type Body = Omit<BodyOut<Contract['roles.create']>, 'name'>;

/** A role as it stands, as far as a change is judged by it. */
export interface Held {
  readonly roleGroupId: string | null;
  readonly dataScope: Body['dataScope'];
  readonly approvalLimit: string | null;
  readonly discountLimitPercent: string | null;
  readonly menuIds: readonly string[];
  readonly permissionNames: readonly string[];
  readonly isActive: boolean;
}

/** What a new role is compared with: nothing is granted yet. */
export const NOTHING_HELD: Held = {
  roleGroupId: null,
  dataScope: 'own',
  approvalLimit: null,
  discountLimitPercent: null,
  menuIds: [],
  permissionNames: [],
  isActive: false,
};

/** `all:manage` is of no page; every other permission is one of the catalogue's. */
const EVERYTHING = 'all:manage';

/** Subjects of menus and permissions, which no role or group may be called (domain-containers 1.5). */
export async function subjectsOf(ctx: Ctx): Promise<string[]> {
  const menus = await ctx.db.selectFrom('menus').select('name').execute();
  return [...Object.keys(PAGE_VERBS), ...menus.map(({ name }) => name)];
}

/** The name of a new or renamed role or group is free to be one. */
export async function nameFaults(ctx: Ctx, name: string): Promise<FieldFault[]> {
  return isReservedName(name, await subjectsOf(ctx))
    ? [{ field: 'name', code: 'RESERVED_NAME' }]
    : [];
}

/**
 * What a change would grant beyond what the person holds, each by its field: nobody grants what
 * they lack (domain-conventions "Granting"). What the role has already may stay; one that is brought back into
 * use gives all of it anew.
 */
export async function grantFaults(
  ctx: Ctx,
  body: Body & { readonly isActive?: boolean | undefined },
  held: Held,
): Promise<FieldFault[]> {
  const before = body.isActive === true && !held.isActive ? NOTHING_HELD : held;
  return [
    ...(await groupFaults(ctx, body, before)),
    ...(await abilityFaults(ctx, body, before)),
    ...(await reachFaults(ctx, body, before)),
    ...assignableFaults(ctx, body),
  ];
}

/**
 * Who may give a role beyond the own rights is said by whoever manages everything, of roles that
 * reach no further than they do.
 */
function assignableFaults({ actor }: Ctx, { assignableBy, dataScope }: Body): FieldFault[] {
  if (assignableBy === undefined) return [];
  const field = 'assignableBy';
  if (!managesAll(actor)) return [{ field, code: 'NOT_HELD', params: { ability: EVERYTHING } }];
  return assignableBy.length > 0 && isWiderScope(dataScope, actor.dataScope)
    ? [{ field, code: 'SCOPE_NOT_HELD' }]
    : [];
}

async function groupFaults(ctx: Ctx, body: Body, before: Held): Promise<FieldFault[]> {
  const id = body.roleGroupId ?? null;
  if (id === null || id === before.roleGroupId) return [];
  const group = await ctx.db
    .selectFrom('roleGroups')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return group ? [] : [{ field: 'roleGroupId', code: 'UNKNOWN_ID' }];
}

async function abilityFaults(ctx: Ctx, body: Body, before: Held): Promise<FieldFault[]> {
  const menus = await ctx.db.selectFrom('menus').select(['id', 'name']).execute();
  const names = new Map(menus.map(({ id, name }) => [id, name]));
  const pages = await catalogueOf(ctx);
  const known = new Set(pages.flatMap(({ permissions }) => permissions.map(({ name }) => name)));
  // Whoever manages everything may also name what counts only where it is named: approve-own.
  const holds = (ability: string) => managesAll(ctx.actor) || can(ctx.actor.grants, ability);
  const beyond = (field: string, ability: string): FieldFault[] =>
    holds(ability) ? [] : [{ field, code: 'NOT_HELD', params: { ability } }];
  const ofMenus = body.menuIds.flatMap((id, index) => {
    const name = names.get(id);
    if (name === undefined) return [{ field: `menuIds[${index}]`, code: 'UNKNOWN_ID' }];
    return before.menuIds.includes(id) ? [] : beyond(`menuIds[${index}]`, `${name}:view`);
  });
  const ofPermissions = body.permissionNames.flatMap((name, index) => {
    const field = `permissionNames[${index}]`;
    if (before.permissionNames.includes(name)) return [];
    if (name !== EVERYTHING && !known.has(name)) return [{ field, code: 'UNKNOWN_ID' }];
    return beyond(field, name);
  });
  return [...ofMenus, ...ofPermissions];
}

/** Whose records, and up to which amounts: not further than one's own. */
async function reachFaults(ctx: Ctx, body: Body, before: Held): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const { dataScope, approvalLimit, roleName } = ctx.actor;
  if (body.dataScope !== before.dataScope && isWiderScope(body.dataScope, dataScope)) {
    faults.push({ field: 'dataScope', code: 'SCOPE_NOT_HELD' });
  }
  if (managesAll(ctx.actor)) return faults;
  const own = await ctx.db
    .selectFrom('roles')
    .select('discountLimitPercent')
    .where('name', '=', roleName ?? '')
    .executeTakeFirst();
  const limits = [
    ['approvalLimit', body.approvalLimit, before.approvalLimit, approvalLimit],
    [
      'discountLimitPercent',
      body.discountLimitPercent,
      before.discountLimitPercent,
      own?.discountLimitPercent ?? null,
    ],
  ] as const;
  for (const [field, asked, present, held] of limits) {
    // Sums of at most 15 digits: a number holds them exactly.
    const wanted = Number(asked ?? 0);
    if (wanted > Number(present ?? 0) && wanted > Number(held ?? 0)) {
      faults.push({ field, code: 'LIMIT_NOT_HELD', params: { limit: held ?? '0.00' } });
    }
  }
  return faults;
}

interface Judged {
  readonly name: string;
  readonly dataScope: Body['dataScope'];
  readonly isSystem: boolean;
  readonly reachesAll: boolean;
  /** Somebody holds it who works for a company beyond the viewer's. */
  readonly isHeldElsewhere: boolean;
}

/** Only whoever manages everything, as far, gives, takes or changes a role that reaches everything. */
const isProtected = ({ actor }: Ctx, role: Pick<Judged, 'reachesAll' | 'dataScope'>): boolean =>
  role.reachesAll && !(managesAll(actor) && !isWiderScope(role.dataScope, actor.dataScope));

const isOwn = (ctx: Ctx, role: Pick<Judged, 'name'>): boolean => role.name === ctx.actor.roleName;

/** 409 unless this person may change this role; nobody changes their own. */
export function refuseEdit(ctx: Ctx, role: Judged): void {
  if (isOwn(ctx, role)) throw conflict('OWN_ROLE');
  refuseAssignment(ctx, role);
  if (role.isHeldElsewhere && !managesAll(ctx.actor)) throw conflict('ROLE_HELD_ELSEWHERE');
}

/** 409 unless this person may give and take this role. */
export function refuseAssignment(ctx: Ctx, role: Omit<Judged, 'isHeldElsewhere'>): void {
  if (isProtected(ctx, role)) throw conflict('PROTECTED_ROLE');
}

/** What this person may do with a role now, by the same questions that the calls ask. */
export function roleActions(ctx: Ctx, role: Judged): string[] {
  if (isProtected(ctx, role)) return [];
  const may = (verb: string) => can(ctx.actor.grants, `roles:${verb}`);
  const editable = !isOwn(ctx, role) && (!role.isHeldElsewhere || managesAll(ctx.actor));
  return [
    ...(editable && may('update') ? ['update'] : []),
    ...(editable && may('delete') && !role.isSystem ? ['delete'] : []),
    ...(may('assign') ? ['assign-user', 'remove-user'] : []),
  ];
}
