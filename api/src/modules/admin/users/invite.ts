import type { BodyOut } from '@boxyard/shared/contract';
import { ACCOUNT } from '@boxyard/shared/domain';
import { type Contract, type Ctx, created } from '../../../kernel/index.ts';
import { recordChange } from '../../masterData/index.ts';
import { sendPasswordLink } from './accountMails.ts';
import { notifyOfRole, place } from './placement.ts';

export type InviteBody = BodyOut<Contract['users.create']>;

export const valuesOf = (body: Omit<InviteBody, 'email'>) => ({
  firstName: body.firstName,
  lastName: body.lastName,
  phone: body.phone ?? null,
  roleId: body.roleId ?? null,
});

/** Opens an account and mails the link that sets its password. The placement was judged before. */
export async function invite(ctx: Ctx, body: InviteBody): Promise<string> {
  const values = valuesOf(body);
  const status = ACCOUNT.invited;
  const { id } = await ctx.db
    .insertInto('users')
    .values({
      ...values,
      username: body.email,
      email: body.email,
      status,
      locale: ctx.locale,
      ...created(ctx),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await place(ctx, id, body);
  const person = { id, email: body.email, ...values, locale: ctx.locale };
  await sendPasswordLink(ctx, person, 'invitation');
  await recordChange(ctx, {
    subject: 'users',
    id,
    action: 'create',
    after: {
      ...values,
      email: body.email,
      status,
      companyIds: [...body.companyIds].sort(),
      warehouseIds: [...body.warehouseIds].sort(),
      zoneIds: [...(body.zoneIds ?? [])].sort(),
    },
    version: 1,
  });
  await notifyOfRole(ctx, { id, ...values }, { roleId: values.roleId });
  return id;
}
