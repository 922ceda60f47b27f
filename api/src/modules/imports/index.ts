import { type Family, type HandlersOf, importCalls } from '../../kernel/index.ts';
import type { ServerModule } from '../../workflow/index.ts';
import { usersImport } from '../admin/index.ts';
import { fleetImport } from '../containers/index.ts';
import { openInvoicesImport, openPaymentsImport } from '../money/index.ts';
import { customersImport } from '../partners/index.ts';
import { contractsImport } from '../sales/index.ts';
import { partsImport } from '../warehouse/index.ts';

/** Everything that can be imported: one entry here for each. */
const calls = importCalls([
  usersImport,
  partsImport,
  customersImport,
  fleetImport,
  contractsImport,
  openInvoicesImport,
  openPaymentsImport,
]);

const importHandlers: HandlersOf<Family<'imports'>> = {
  'imports.check': (ctx, { params, files }) => calls.check(ctx, params.resource, files),
  'imports.template': async (ctx, { params, query }) =>
    calls.template(ctx, params.resource, query.format),
  'imports.get': (ctx, { params }) => calls.get(ctx, params.id),
  'imports.commit': (ctx, { params, body }) => calls.commit(ctx, params.id, body.version),
  'imports.copy': (ctx, { params, query }) => calls.copy(ctx, params.id, query.format),
};

export const importsModule = { handlers: importHandlers } satisfies ServerModule;
