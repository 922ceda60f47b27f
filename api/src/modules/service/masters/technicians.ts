import { sql } from 'kysely';
import {
  type Actor,
  type Ctx,
  containing,
  defineList,
  type FieldFault,
  folded,
  scopeCondition,
} from '../../../kernel/index.ts';
import type { ServerModule } from '../../../workflow/index.ts';

/** A record of somebody belongs to each company that the person works for. */
const ofPerson = (table: string) => ({
  table: `(select r.id, r.user_id, uc.company_id from ${table} r
    join user_companies uc on uc.user_id = r.user_id)`,
  scope: { company: 'd.company_id', owner: ['d.user_id'] },
});

export const TECHNICIAN_SCOPES = {
  technicianSkills: ofPerson('technician_skills'),
  technicianAbsences: ofPerson('technician_absences'),
} satisfies ServerModule['recordScopes'];

/** SQL: the role of the person `u` does jobs. */
const WORKS = sql<boolean>`exists (select 1 from role_permissions p where p.role_id = u.role_id
  and p.name in ('repair-list:work', 'maintenance-list:work'))`;

const IS_ACTIVE = sql<boolean>`u.status = 'active'`;

/** People of the companies of somebody, as far as their data scope reaches. */
const isWithin = (actor: Actor) => {
  const condition = scopeCondition(actor, { company: 'uc.company_id', owner: ['uc.user_id'] });
  return sql<boolean>`exists (select 1 from user_companies uc
    where uc.user_id = u.id and ${condition ?? sql`true`})`;
};

export const technicianChoices = defineList('technicianSkills.technicians', {
  id: 'u.id',
  // The label of somebody who was chosen is resolved, whatever the person does today.
  from: (ctx, { query }) => {
    const people = ctx.db.selectFrom('users as u').where(isWithin(ctx.actor));
    return query.ids ? people : people.where(IS_ACTIVE).where(WORKS);
  },
  select: (query) =>
    query
      .select(['u.id', sql<string | null>`null::text`.as('code')])
      .select(sql<string>`u.full_name`.as('name')),
  map: (rows) => rows,
  sorts: { name: 'u.full_name' },
  filters: {
    productTypeId: (query, types) =>
      query.where(
        sql<boolean>`exists (select 1 from technician_skills s
          where s.user_id = u.id and s.product_type_id = any(${types}::uuid[]))`,
      ),
  },
  search: (query, term) =>
    query
      .where(folded('u.search_text', term))
      .where(sql<boolean>`fold_search(u.full_name) like fold_search(${containing(term)})`),
});

/** The company in whose log the records of a person stand: what is known of them is none of another one's business. */
export async function loadLogCompany(
  ctx: Ctx,
  userId: string,
): Promise<{ readonly companyId?: string }> {
  const found = await ctx.db
    .selectFrom('userCompanies')
    .where('userId', '=', userId)
    .orderBy('companyId')
    .limit(1)
    .select('companyId')
    .executeTakeFirst();
  return found ?? {};
}

/** A person whose skill or absence is entered: a technician in scope. */
export async function technicianFaults(ctx: Ctx, userId: string): Promise<FieldFault[]> {
  const person = await ctx.db
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .where(isWithin(ctx.actor))
    .select([IS_ACTIVE.as('isActive'), WORKS.as('works')])
    .executeTakeFirst();
  if (person === undefined) return [{ field: 'userId', code: 'UNKNOWN_ID' }];
  if (!person.isActive) return [{ field: 'userId', code: 'INACTIVE' }];
  return person.works ? [] : [{ field: 'userId', code: 'NO_TECHNICIAN' }];
}
