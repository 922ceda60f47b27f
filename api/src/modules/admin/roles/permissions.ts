import { allAbilities } from '@boxyard/shared/domain';
import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { catalogueOf } from './catalogue.ts';

/** Every permission that exists, by page (specification 7). */
export const permissionHandlers: HandlersOf<Family<'permissions'>> = {
  'permissions.groups': async (ctx) => ({ data: await catalogueOf(ctx) }),
  'permissions.all': async () => ({ data: allAbilities().map((name) => ({ name })) }),
};
