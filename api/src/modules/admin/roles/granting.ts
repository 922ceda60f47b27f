import { can, isWiderScope } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Actor, type Ctx, notify } from '../../../kernel/index.ts';
import { reachesAll } from './roleRights.ts';

/**
 * Who may give a role to whom (domain-conventions "Granting"): nobody grants what they do not have, except a
 * role that is marked as assignable by holders of theirs.
 */
export interface GrantableRole {
  readonly id: string;
  readonly name: string;
  readonly labelEn: string;
  readonly labelTh: string;
  readonly isActive: boolean;
  readonly dataScope: Actor['dataScope'];
  readonly approvalLimit: string | null;
  readonly discountLimitPercent: string | null;
  /** Names of roles whose holders may give it although they do not have all of it. */
  readonly assignableBy: readonly string[];
  readonly reachesAll: boolean;
  /** `page:verb` of its menus and permissions. */
  readonly abilities: readonly string[];
}

/** What a person may hand on besides their abilities. */
export interface Grantor {
  readonly actor: Actor;
  /** Per cent; null: none. */
  readonly discountLimitPercent: string | null;
}

/** The person who acts, with the discount limit of their role. */
export async function grantorOf(ctx: Ctx): Promise<Grantor> {
  const role = await ctx.db
    .selectFrom('roles')
    .select('discountLimitPercent')
    .where('name', '=', ctx.actor.roleName ?? '')
    .executeTakeFirst();
  return { actor: ctx.actor, discountLimitPercent: role?.discountLimitPercent ?? null };
}

/** Roles by id, with all that they give to whoever holds them. */
export async function grantableRoles(ctx: Ctx, ids: readonly string[]): Promise<GrantableRole[]> {
  return ctx.db
    .selectFrom('roles as r')
    .select(['r.id', 'r.name', 'r.labelEn', 'r.labelTh', 'r.isActive', 'r.dataScope'])
    .select(['r.approvalLimit', 'r.discountLimitPercent', 'r.assignableBy'])
    .select(reachesAll('r').as('reachesAll'))
    .select(
      sql<string[]>`array(
        select p.name from role_permissions p where p.role_id = r.id
        union select m.name || ':view' from role_menus rm join menus m on m.id = rm.menu_id
          where rm.role_id = r.id
        order by 1)`.as('abilities'),
    )
    .where(sql<boolean>`r.id = any(${ids}::uuid[])`)
    .execute();
}

const atMost = (asked: string | null, held: string | null): boolean =>
  // Sums of at most 15 digits: a number holds them exactly.
  Number(asked ?? 0) <= Number(held ?? 0);

/** Whether a role gives nothing that the person does not have. */
export function isWithin(
  { actor, discountLimitPercent }: Grantor,
  role: Omit<GrantableRole, 'id' | 'name' | 'labelEn' | 'labelTh' | 'isActive' | 'assignableBy'>,
): boolean {
  // Whoever manages everything in one company does not open the others.
  if (isWiderScope(role.dataScope, actor.dataScope)) return false;
  if (can(actor.grants, 'all:manage')) return true;
  return (
    !role.reachesAll &&
    atMost(role.approvalLimit, actor.approvalLimit) &&
    atMost(role.discountLimitPercent, discountLimitPercent) &&
    role.abilities.every((ability) => can(actor.grants, ability))
  );
}

/** Whether the person may give this role at all; where and to whom is judged beside it. */
export const mayAssign = (grantor: Grantor, role: GrantableRole): boolean =>
  // Nobody makes another one of their own kind; whoever manages everything does.
  (isWithin(grantor, role) &&
    (can(grantor.actor.grants, 'all:manage') || role.name !== grantor.actor.roleName)) ||
  // A role that reaches everything is given by whoever manages everything, whatever it is marked.
  (!role.reachesAll && role.assignableBy.includes(grantor.actor.roleName ?? ''));

/** Whoever manages everything hears of a role that was given by somebody who does not have all of it. */
export async function notifyOfExtendedAssignment(
  ctx: Ctx,
  { person, role }: { person: { id: string; name: string }; role: GrantableRole },
): Promise<void> {
  if (isWithin(await grantorOf(ctx), role)) return;
  const admins = await ctx.db
    .selectFrom('users as u')
    .innerJoin('rolePermissions as p', 'p.roleId', 'u.roleId')
    .where('p.name', '=', 'all:manage')
    .where('u.status', '=', 'active')
    .select('u.id')
    .execute();
  await notify(
    ctx,
    admins.map(({ id }) => id).filter((id) => id !== ctx.actor.userId),
    {
      category: 'alert',
      type: 'info',
      title: {
        en: `${ctx.actor.name} gave ${person.name} the role ${role.labelEn}`,
        th: `${ctx.actor.name} กำหนดบทบาท${role.labelTh}ให้ ${person.name}`,
      },
      description: {
        en: 'The role has rights that the person who gave it does not have.',
        th: 'บทบาทนี้มีสิทธิ์ที่ผู้กำหนดเองไม่มี',
      },
      action: `/users-management/users?search=${encodeURIComponent(person.name)}`,
      actionTitle: { en: 'Open', th: 'เปิดดู' },
      entity: { type: 'users', id: person.id },
      dedupeKey: `role-given:${person.id}:${role.id}`,
    },
  );
}
