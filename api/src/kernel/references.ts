/** A family whose records refer to a row, and how many of them. */
export interface Reference {
  readonly family: string;
  readonly count: number;
}

/**
 * Tables by the family that people know them by. A table that is called as its family is not named;
 * `pgErrors.test.ts` holds each foreign key of the database against the names in both languages.
 */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  activityLogs: ['history', 'activity_unsealed'],
  approvals: ['approvals'],
  audits: ['audit_bins', 'audit_counts', 'audit_items'],
  bankAccounts: ['gateway_events'],
  bankStatements: ['bank_lines'],
  biddings: ['bidding_items', 'bidding_suppliers'],
  billingNotes: ['billing_note_lines'],
  claims: ['claim_items'],
  companies: ['settings', 'setting_values', 'tax_periods'],
  containerReceipts: ['container_receipt_items'],
  containerRequisitions: ['container_requisition_items'],
  containerTransfers: ['container_transfer_items'],
  contractClauses: ['contract_clause_revisions'],
  contracts: ['contract_settlements', 'contract_settlement_lines', 'contract_versions'],
  customers: ['customer_files', 'receivable_balances', 'receivable_entries', 'statement_notices'],
  destructions: ['destruction_corrections', 'destruction_items', 'destruction_witnesses'],
  documentHeaders: ['document_numbering', 'document_sequences'],
  files: ['attachments', 'exports'],
  goodsImports: ['goods_import_items'],
  inspections: ['inspection_items'],
  invoices: ['invoice_deferrals', 'invoice_notices', 'tax_entries'],
  parts: ['material_parts', 'part_components', 'part_images', 'part_product_models'],
  partSales: ['part_sale_items', 'part_sale_picks'],
  payments: ['payment_allocations', 'deposit_returns'],
  productModels: ['product_model_floors', 'product_model_parts', 'product_model_revisions'],
  products: [
    'container_reservations',
    'product_parts',
    'product_status_log',
    'product_statuses',
    'serial_reservations',
  ],
  purchaseOrders: ['purchase_order_items', 'purchase_order_revisions'],
  purchaseRequests: ['purchase_request_items'],
  quotations: ['quotation_items', 'quotation_revisions'],
  receipts: [
    'acceptances',
    'acceptance_items',
    'input_tax_entries',
    'purchase_order_receipts',
    'purchase_order_receipt_items',
  ],
  requisitions: ['requisition_items', 'requisition_picks'],
  softwares: ['product_softwares', 'product_software_models', 'product_software_updates'],
  softwareRollouts: ['software_rollouts'],
  jobs: [
    'job_times',
    'job_periods',
    'job_checks',
    'job_planned_parts',
    'job_estimates',
    'job_estimate_items',
    'job_uploads',
  ],
  faultReports: ['fault_reports', 'fault_report_entries'],
  pmSchedules: ['meter_readings', 'pm_occurrences', 'pm_schedule_parts'],
  serviceMasters: ['job_codes', 'technician_skills', 'technician_absences'],
  savedViews: ['report_schedules', 'saved_view_roles'],
  soldContainers: [
    'line_messages',
    'machine_keys',
    'product_contracts',
    'product_contract_changes',
    'product_transactions',
  ],
  stock: [
    'cost_variances',
    'lots',
    'open_serials',
    'opening_stock',
    'part_valuations',
    'serials',
    'stock_balances',
    'stock_moves',
    'stock_periods',
    'stock_reservations',
    'stock_snapshots',
    'stock_value_snapshots',
  ],
  subWarehouses: ['warehouses', 'warehouse_managers'],
  supplierPayments: ['supplier_payment_items'],
  suppliers: ['supplier_categories'],
  teamMoves: ['team_move_work'],
  transfers: ['part_transfers', 'part_transfer_items', 'part_transfer_losses'],
  transformations: ['transformation_inputs', 'transformation_outputs'],
  users: [
    'form_drafts',
    'kept_steps',
    'saved_views',
    'user_companies',
    'user_warehouses',
    'user_zones',
  ],
};

const FAMILY_OF = new Map(
  Object.entries(TABLES).flatMap(([family, tables]) => tables.map((table) => [table, family])),
);

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The family whose records stand in a table. */
export const familyOfTable = (table: string): string => FAMILY_OF.get(table) ?? camel(table);
