import type { ServerModule } from '../../workflow/index.ts';
import { customerConstraints, customerHandlers } from './customers/index.ts';
import { supplierConstraints, supplierHandlers } from './suppliers/suppliers.ts';

/** Suppliers and customers. */
export const partnersModule = {
  handlers: { ...supplierHandlers, ...customerHandlers },
  constraints: { ...supplierConstraints, ...customerConstraints },
  recordScopes: {
    customers: {
      table: 'customers',
      scope: { company: 'd.company_id', owner: ['d.sale_id'], zone: 'd.zone_id' },
    },
  },
} satisfies ServerModule;
export { customersImport, removeUnboundFiles } from './customers/index.ts';
export { onMerged, onMerging } from './customers/merge.ts';
export { seesPersonalData, visibleCustomers } from './customers/present.ts';
export { customerRefs } from './customers/refs.ts';
export { supplierFigures } from './suppliers/supplierFigures.ts';
