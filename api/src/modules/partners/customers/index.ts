import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { bindFiles, detachFile, readFile, uploadFiles } from './files.ts';
import { customerChoices, customerList } from './list.ts';
import { matchingCustomers } from './matches.ts';
import { mergeCustomer } from './merge.ts';
import { customerMessages } from './messages.ts';
import { customerById } from './present.ts';
import {
  blacklistCustomer,
  createCustomer,
  customerMaster,
  lockedCustomer,
  updateCustomer,
} from './write.ts';

/** Customers (docs/domain/containers.md "Customers", docs/adr/0026). */
export const customerHandlers: HandlersOf<Family<'customers'>> = {
  'customers.list': customerList.run,
  'customers.master': customerChoices.run,
  'customers.exist': matchingCustomers,
  'customers.get': async (ctx, { params }) => ({ data: await customerById(ctx, params.id) }),
  'customers.messages': customerMessages,
  'customers.create': createCustomer,
  'customers.update': updateCustomer,
  'customers.blacklist': blacklistCustomer,
  'customers.merge': mergeCustomer,
  'customers.delete': async (ctx, { params }) =>
    customerMaster.remove(ctx, await lockedCustomer(ctx, params.id)),
  'customers.upload': uploadFiles,
  'customers.mapAttachment': bindFiles,
  'customers.detach': detachFile,
  'customers.file': readFile,
};

/** Unique constraints a person can meet. */
export const customerConstraints = { customers_tax_branch_uq: 'taxId' };

export { customersImport } from './customersImport.ts';
export { removeUnboundFiles } from './files.ts';
