import type { ServerModule } from '../../workflow/index.ts';
import { supplierConstraints, supplierHandlers } from './suppliers/suppliers.ts';

/** Suppliers; customers will stand beside them. */
export const partnersModule = {
  handlers: supplierHandlers,
  constraints: supplierConstraints,
} satisfies ServerModule;
export { supplierFigures } from './suppliers/supplierFigures.ts';
