import type { Family, HandlersOf } from '../../kernel/index.ts';
import { importCalls } from '../../kernel/index.ts';
import { usersImport } from '../admin/users/usersImport.ts';
import { partsImport } from '../warehouse/parts/partsImport.ts';

/** Everything that can be imported: one entry here and two rows of the contract for each. */
const calls = importCalls([usersImport, partsImport]);

export const importHandlers: HandlersOf<Family<'imports'>> = {
  'imports.users': (ctx, { files }) => calls.check(ctx, 'users', files),
  'imports.usersTemplate': async (ctx, { query }) => calls.template(ctx, 'users', query.format),
  'imports.parts': (ctx, { files }) => calls.check(ctx, 'parts', files),
  'imports.partsTemplate': async (ctx, { query }) => calls.template(ctx, 'parts', query.format),
  'imports.get': (ctx, { params }) => calls.get(ctx, params.id),
  'imports.commit': (ctx, { params, body }) => calls.commit(ctx, params.id, body.version),
  'imports.copy': (ctx, { params, query }) => calls.copy(ctx, params.id, query.format),
};
