import type { ServerModule } from '../../workflow/index.ts';
import { binConstraints, binHandlers } from './bins/bins.ts';
import { companyConstraints, companyHandlers } from './companies/companies.ts';
import { masterDataHandlers } from './masterData/masterData.ts';
import { subWarehouseConstraints, subWarehouseHandlers } from './subWarehouses/subWarehouses.ts';

/** Locations that the system made belong to the whole company. */
const OWN_WAREHOUSE = 'case when w.is_system then null else w.id end as warehouse_id';

/** Companies, their warehouses and bins. */
export const companiesModule = {
  handlers: {
    ...binHandlers,
    ...companyHandlers,
    ...masterDataHandlers,
    ...subWarehouseHandlers,
  },
  constraints: { ...binConstraints, ...companyConstraints, ...subWarehouseConstraints },
  recordScopes: {
    companies: { table: 'companies', scope: { company: 'd.id' } },
    subWarehouses: {
      table: `(select w.id, w.company_id, ${OWN_WAREHOUSE} from warehouses w)`,
      scope: { company: 'd.company_id', warehouse: 'd.warehouse_id' },
    },
    bins: {
      table: `(select n.id, w.company_id, ${OWN_WAREHOUSE}
        from bins n join warehouses w on w.id = n.warehouse_id)`,
      scope: { company: 'd.company_id', warehouse: 'd.warehouse_id' },
    },
  },
} satisfies ServerModule;
