import type { ScopeColumns } from '../../../kernel/index.ts';

/** Output VAT: what was taxed in a month, in the columns of the Revenue Department. */
export const TAX_SCOPE: ScopeColumns = { company: 't.companyId', owner: ['t.saleId'] };
