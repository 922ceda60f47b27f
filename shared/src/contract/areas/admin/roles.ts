import * as z from 'zod/mini';
import * as field from '../../../domain/values/fields.ts';
import { LOOKUP, list } from '../../endpoint.ts';

/** Roles: who may open which page and do what there (domain-containers 1.5). */
export const rolesFamily = {
  'roles.all': list({
    path: '/roles/all',
    access: LOOKUP,
    summary: 'Choice of a role',
    list: { filters: {}, sorts: ['name'], defaultSort: 'name', maxLimit: 1000 },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      nameTh: z.nullable(z.string()),
    }),
  }),
} as const;
