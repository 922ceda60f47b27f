import endpoints from '@boxyard/shared/domain/access/endpoints.json' with { type: 'json' };
import permissions from '@boxyard/shared/domain/access/permissions.json' with { type: 'json' };
import { testFamilies } from './testFamilies.ts';

/**
 * What each call asks of whom, from the project's own lists and never from the
 * contract that is tested against it.
 */
export type CallClass =
  | 'public'
  | 'signed-in'
  | 'look-up'
  | 'machine'
  | 'provider'
  | 'link'
  | readonly string[];

const formVerbs = (page: string): string[] => [`${page}:create`, `${page}:update`];

const JOB_VIEWERS = ['repair-list:view', 'maintenance-list:view'];
const WORKERS = ['repair-list:work', 'maintenance-list:work'];
const AWAY = ['repair-list:manage-masters', 'repair-list:work', 'maintenance-list:work'];

/** Calls of the project's own, beside those of endpoints.json: class, or abilities (any one). */
const OWN_CALLS: Readonly<Record<string, CallClass>> = {
  'GET /mail-outbox': ['all:manage'],
  'GET /back-office/customers/master': 'look-up',
  'POST /back-office/customers/exist/params': 'look-up',
  'POST /back-office/customers/:id/blacklist': ['customer-data:blacklist'],
  'POST /back-office/customers/:id/merge': ['customer-data:merge'],
  'DELETE /back-office/customers/:id': ['customer-data:delete'],
  'GET /back-office/customers/:id/attachments/:id': ['customer-data:view-pii'],
  'GET /back-office/customers/:id/messages': ['customer-data:view'],
  'GET /contract_clauses': ['contract-header:view'],
  'GET /contract_clauses/:id': ['contract-header:view'],
  'POST /contract_clauses': ['contract-header:update'],
  'PATCH /contract_clauses/:id': ['contract-header:update'],
  'DELETE /contract_clauses/:id': ['contract-header:update'],
  'GET /product_contracts/:id': ['products:view'],
  'GET /product_contracts/master': 'look-up',
  'GET /product_contracts/contracts': 'look-up',
  'GET /product_contracts/transactions/totals': ['product-transactions:view'],
  'POST /product_contracts/transactions/ingest': 'machine',
  'POST /payments/webhook': 'provider',
  'GET /estimate_links/:id': 'link',
  'POST /estimate_links/:id': 'link',
  'GET /fault_links/:id': 'link',
  'POST /fault_links/:id': 'link',
  'GET /fault_progress/:id': 'link',
  'GET /fault_reports': ['repair-list:create'],
  'GET /fault_reports/export': ['repair-list:create'],
  'GET /fault_reports/:id': ['repair-list:create'],
  'GET /fault_reports/:id/photos/:id': ['repair-list:create'],
  'POST /fault_reports/:id/join': ['repair-list:create'],
  'POST /fault_reports/:id/spam': ['repair-list:create'],
  'POST /fault_reports/:id/restore': ['repair-list:create'],
  'POST /product_contracts/:id/changes/:id/revert': ['products:setting'],
  'POST /product_contracts/setting/template': ['products:setting'],
  'GET /product_contracts/:id/keys': ['products:manage-key'],
  'POST /product_contracts/:id/keys': ['products:manage-key'],
  'POST /product_contracts/:id/keys/:id/revoke': ['products:manage-key'],
  'GET /telemetry/remotes': ['system-menu:operate'],
  'GET /attachments/:id': 'signed-in',
  'GET /dashboard/charts': ['dashboard:view'],
  'GET /dashboard/work': ['dashboard:view'],
  'PUT /dashboard/layout': 'signed-in',
  'GET /exports': 'signed-in',
  'POST /exports': 'signed-in',
  'GET /exports/:id/file': 'signed-in',
  'GET /saved-views/shared': 'signed-in',
  'PUT /saved-views/:id/roles': 'signed-in',
  'POST /saved-views/:id/take-over': 'signed-in',
  'GET /report-schedules': 'signed-in',
  'GET /report-schedules/receivers': 'signed-in',
  'POST /report-schedules': 'signed-in',
  'PATCH /report-schedules/:id': 'signed-in',
  'DELETE /report-schedules/:id': 'signed-in',
  'POST /report-schedules/:id/pause': 'signed-in',
  'POST /report-schedules/:id/send': 'signed-in',
  'POST /report-schedules/:id/stop': 'signed-in',
  'GET /notifications/choices': 'signed-in',
  'PUT /notifications/choices': 'signed-in',
  'POST /notifications/mutes': 'signed-in',
  'DELETE /notifications/mutes/:id': 'signed-in',
  'GET /form_drafts': 'signed-in',
  'POST /form_drafts': 'signed-in',
  'GET /form_drafts/:id': 'signed-in',
  'PUT /form_drafts/:id': 'signed-in',
  'DELETE /form_drafts/:id': 'signed-in',
  'GET /comments': 'signed-in',
  'GET /waits_for': 'signed-in',
  'GET /comments/people': 'signed-in',
  'POST /comments': 'signed-in',
  'PATCH /comments/:id': 'signed-in',
  'DELETE /comments/:id': 'signed-in',
  'POST /users/broadcast': ['users:broadcast'],
  'GET /users/broadcast/receivers': ['users:broadcast'],
  'GET /imports/:id/template': ['<page of the resource>:import'],
  'POST /labels': [
    'parts-warehouse:view',
    'import-warehouse:view',
    'company-groups:view',
    'container-warehouse:view',
  ],
  'GET /products/:id/qr': ['container-warehouse:view'],
  'GET /imports/:id/copy': ['<page of the resource>:import'],
  'POST /users/:id/suspend': ['users:suspend'],
  'POST /users/:id/reactivate': ['users:suspend'],
  'POST /users/:id/approve-signup': ['users:approve-signup'],
  'POST /users/:id/reject-signup': ['users:approve-signup'],
  'POST /users/:id/reset-password': ['users:reset-password'],
  'GET /users/:id/abilities': ['roles:view'],
  'GET /users/:id/access': ['roles:view'],
  'GET /activity-logs/check': ['activity-log:view'],
  'POST /teams/:id/change-position': ['sales-groups:assign', 'engineer-teams:assign'],
  'GET /team-assignee-approval/:id': ['sales-groups:view', 'engineer-teams:view'],
  'POST /team-assignee-approval/:id/cancel': [
    'sales-groups:request-assignee',
    'engineer-teams:request-assignee',
  ],
  'GET /zones/coverage': ['territories:view'],
  'GET /zones/coverage/export': ['territories:view'],
  'GET /master-data/bins': 'look-up',
  'GET /units/master': 'look-up',
  'POST /document_headers/numbering': ['contract-header:view', 'purchase-header:view'],
  'GET /material_parts/:id/images/:id': ['parts-warehouse:view'],
  'GET /material_parts/reorder': ['parts-warehouse:view'],
  'GET /material_parts/supply': ['purchase-requests:approve', 'purchase-orders:approve'],
  'GET /material_parts/:id/course': ['parts-warehouse:view'],
  'POST /material_parts/:id/images': ['parts-warehouse:update'],
  'PUT /material_parts/:id/images': ['parts-warehouse:update'],
  'GET /document_headers/master': 'look-up',
  'GET /settings/:id': ['contract-header:view'],
  'GET /settings/:id/:id': ['contract-header:view'],
  'POST /settings/:id/:id': ['contract-header:update'],
  'POST /purchase_orders/:id/amend': ['purchase-orders:update'],
  'POST /purchase_orders/:id/send': ['purchase-orders:update'],
  'DELETE /material-receives/:id/attachments/:id': ['import-warehouse:update'],
  'PUT /material_parts/stock-rules': ['parts-warehouse:update'],
  'GET /material_dispatch/available': [
    ...formVerbs('parts-requisition'),
    ...formVerbs('parts-transfer'),
    'parts-requisition:approve',
    'parts-transfer:approve',
  ],
  'POST /material_dispatch/:id/allocate': ['parts-requisition:approve'],
  'GET /material_parts/places': [
    ...formVerbs('destruction'),
    ...formVerbs('claim'),
    ...formVerbs('repair'),
    ...formVerbs('transformation'),
    'destruction:complete',
    'repair:approve',
    'repair:complete',
    'container-warehouse:create',
    'container-warehouse:update-parts',
  ],
  'DELETE /material_destroy/:id/attachments/:id': ['destruction:update'],
  'POST /material_destroy/:id/correct': ['destruction:correct'],
  'GET /material_repair_claims/eligible': ['claim:create'],
  'DELETE /material_repair_claims/:id/attachments/:id': ['claim:update'],
  'DELETE /material_repair/:id/attachments/:id': ['repair:update'],
  'POST /material_repair/:id/parts': ['repair:update'],
  'DELETE /material_transform/:id/attachments/:id': ['transformation:update'],
  'GET /material_transform/bom': formVerbs('transformation'),
  'GET /material_parts/:id/components': ['parts-warehouse:view'],
  'PUT /material_parts/:id/components': ['parts-warehouse:update'],
  'DELETE /material_dispatch/:id/attachments/:id': ['parts-requisition:update'],
  'PATCH /suppliers/bidding/:id': ['suppliers:open-bidding'],
  'POST /suppliers/bidding/:id/conclude': ['suppliers:award'],
  'POST /suppliers/bidding/:id/reschedule': ['suppliers:open-bidding'],
  'GET /suppliers/bidding/:id/document': ['suppliers:view'],
  'POST /suppliers/bidding/:id/attachments': ['suppliers:open-bidding'],
  'DELETE /suppliers/bidding/:id/attachments/:id': ['suppliers:open-bidding'],
  'GET /suppliers/:id/quotations/:id/revisions': ['suppliers:view'],
  'POST /suppliers/:id/quotations/:id/submit': ['suppliers:enter-quotation'],
  'POST /suppliers/:id/quotations/:id/withdraw': ['suppliers:enter-quotation'],
  'POST /suppliers/:id/quotations/:id/extend': ['suppliers:enter-quotation'],
  'POST /suppliers/quotations/:id/attachments': ['suppliers:enter-quotation'],
  'DELETE /suppliers/quotations/:id/attachments/:id': ['suppliers:enter-quotation'],
  'POST /users/:id/leave-companies': ['users:update'],
  'GET /supplier_parts': ['suppliers:view', 'parts-warehouse:view'],
  'GET /supplier_parts/:id': ['suppliers:view', 'parts-warehouse:view'],
  'POST /supplier_parts': ['suppliers:update'],
  'PATCH /supplier_parts/:id': ['suppliers:update'],
  'DELETE /supplier_parts/:id': ['suppliers:update'],
  'GET /supplier_parts/terms': formVerbs('purchase-orders'),
  'GET /supplier_payments': ['suppliers:view'],
  'GET /supplier_payments/export': ['suppliers:view'],
  'GET /supplier_payments/:id': ['suppliers:view'],
  'GET /supplier_payments/:id/history': ['suppliers:view'],
  'POST /supplier_payments': ['suppliers:pay'],
  'POST /supplier_payments/:id/reverse': ['suppliers:reverse-payment'],
  'POST /supplier_payments/:id/attachments': ['suppliers:pay'],
  'DELETE /supplier_payments/:id/attachments/:id': ['suppliers:pay'],
  'GET /bank_statements': ['payment-data:view'],
  'GET /bank_statements/export': ['payment-data:export'],
  'GET /bank_statements/:id': ['payment-data:view'],
  'POST /bank_statements': ['payment-data:import-statement'],
  'POST /bank_statements/inspect': ['payment-data:import-statement'],
  'DELETE /bank_statements/:id': ['payment-data:import-statement'],
  'GET /bank_lines': ['payment-data:view'],
  'GET /bank_lines/export': ['payment-data:export'],
  'GET /bank_lines/:id': ['payment-data:view'],
  'POST /bank_lines/:id/confirm': ['payment-data:import-statement'],
  'POST /bank_lines/:id/link': ['payment-data:import-statement'],
  'POST /bank_lines/:id/ignore': ['payment-data:import-statement'],
  'POST /bank_lines/:id/reopen': ['payment-data:import-statement'],
  'POST /bank_lines/match': ['payment-data:import-statement'],
  'GET /job_codes': JOB_VIEWERS,
  'GET /job_codes/export': JOB_VIEWERS,
  'GET /job_codes/master': 'look-up',
  'POST /job_codes': ['repair-list:manage-masters'],
  'PATCH /job_codes/:id': ['repair-list:manage-masters'],
  'DELETE /job_codes/:id': ['repair-list:manage-masters'],
  'GET /technician_skills': JOB_VIEWERS,
  'GET /technician_skills/export': JOB_VIEWERS,
  'GET /technician_skills/technicians': 'look-up',
  'POST /technician_skills': ['repair-list:manage-masters'],
  'PATCH /technician_skills/:id': ['repair-list:manage-masters'],
  'DELETE /technician_skills/:id': ['repair-list:manage-masters'],
  'GET /technician_absences': JOB_VIEWERS,
  'GET /technician_absences/export': JOB_VIEWERS,
  'POST /technician_absences': AWAY,
  'PATCH /technician_absences/:id': AWAY,
  'DELETE /technician_absences/:id': AWAY,
  'GET /container_maintenance': ['container-maintenance:view'],
  'GET /container_maintenance/:id': ['container-maintenance:view'],
  'GET /container_maintenance/export': ['container-maintenance:export'],
  'GET /pm_schedules/export': ['maintenance-list:view'],
  'DELETE /pm_schedules/:id': ['maintenance-list:delete-schedule'],
  'GET /pm_occurrences': ['maintenance-list:view'],
  'GET /pm_occurrences/export': ['maintenance-list:view'],
  'POST /pm_occurrences/:id/skip': ['maintenance-list:update-schedule'],
  'GET /products/:id/meter_readings': ['maintenance-list:view'],
  'POST /material_repair_maintenances/:id/uploads': WORKERS,
  'POST /material_repair_maintenances/:id/uploads/:id/pieces': WORKERS,
  'POST /material_repair_maintenances/:id/uploads/:id/attach': WORKERS,
  'POST /products/:id/meter_readings': [
    'maintenance-list:update-schedule',
    'maintenance-list:work',
  ],
  'PATCH /meter_readings/:id': ['maintenance-list:update-schedule'],
  'POST /pm_occurrences/:id/move': ['maintenance-list:update-schedule'],
  'DELETE /product_types/:id': ['container-warehouse:delete-model'],
  'PUT /product_models/:id/bom': ['container-warehouse:update-model'],
  'DELETE /product_models/:id': ['container-warehouse:delete-model'],
  'GET /product_statuses': ['container-warehouse:view'],
  'GET /product_statuses/export': ['container-warehouse:view'],
  'PATCH /product_statuses/:id': ['container-warehouse:update-model'],
  'GET /product_softwares/all': 'look-up',
  'GET /product_softwares/:id': ['container-warehouse:view'],
  'GET /product_softwares/:id/file': ['container-warehouse:view'],
  'GET /product_softwares/export': ['container-warehouse:view'],
  'PATCH /product_softwares/:id': ['container-warehouse:create-software'],
  'DELETE /product_softwares/:id': ['container-warehouse:create-software'],
  'POST /product_softwares/:id/publish': ['container-warehouse:create-software'],
  'POST /product_softwares/:id/withdraw': ['container-warehouse:withdraw-software'],
  'GET /product_software_updates': ['container-warehouse:view'],
  'GET /product_software_updates/export': ['container-warehouse:view'],
  'POST /product_software_updates/:id/start': ['container-warehouse:update-software'],
  'POST /product_software_updates/:id/apply': ['container-warehouse:update-software'],
  'POST /product_software_updates/:id/fail': ['container-warehouse:update-software'],
  'POST /product_software_updates/:id/retry': ['container-warehouse:update-software'],
  'POST /product_software_updates/:id/rollback': ['container-warehouse:update-software'],
  'POST /tax_invoices/:id/replace': ['payment-data:void-invoice'],
  'GET /input_tax': ['payment-data:export', 'payment-data:close-tax-period'],
  'GET /input_tax/export': ['payment-data:export'],
  'GET /tax_reports/output': ['payment-data:export', 'payment-data:close-tax-period'],
  'GET /tax_reports/input': ['payment-data:export', 'payment-data:close-tax-period'],
  'GET /wht_certificates': ['payment-data:view'],
  'GET /wht_certificates/export': ['payment-data:export'],
  'GET /wht_certificates/missing': ['payment-data:view'],
  'GET /wht_certificates/missing/export': ['payment-data:export'],
  'GET /invoice_runs': ['payment-data:view'],
  'GET /invoice_runs/export': ['payment-data:export'],
  'GET /invoice_runs/:id': ['payment-data:view'],
  'POST /invoice_runs': ['payment-data:run-invoices'],
  'POST /invoice_runs/preview': ['payment-data:run-invoices'],
  'POST /invoice_runs/:id/cancel': ['payment-data:run-invoices'],
  'GET /software_rollouts': ['container-warehouse:view'],
  'GET /software_rollouts/export': ['container-warehouse:export'],
  'GET /software_rollouts/:id': ['container-warehouse:view'],
  'POST /software_rollouts': ['container-warehouse:update-software'],
  'POST /software_rollouts/:id/report': ['container-warehouse:update-software'],
  'POST /products/:id/lose': ['container-warehouse:retire'],
  'POST /products/:id/found': ['container-warehouse:retire'],
  'GET /products/:id/history': ['container-warehouse:view'],
  'GET /products/disassembled': 'look-up',
  'POST /products/:id/attachments': ['container-warehouse:update', 'container-warehouse:install'],
  'DELETE /products/:id/attachments/:id': [
    'container-warehouse:update',
    'container-warehouse:install',
  ],
  'PATCH /warehouse-receives/:id': ['import-warehouse-inventory:update'],
  'GET /warehouse-receives/:id/history': ['import-warehouse-inventory:view'],
  'POST /warehouse-receives/:id/attachments': [
    'import-warehouse-inventory:update',
    'import-warehouse-inventory:approve',
  ],
  'DELETE /warehouse-receives/:id/attachments/:id': [
    'import-warehouse-inventory:update',
    'import-warehouse-inventory:approve',
  ],
  'PATCH /audits/:id': ['audit:create'],
  'DELETE /audits/:id': ['audit:create'],
  'GET /audits/:id/variance/export': ['audit:review'],
  'GET /audits/:id/history': ['audit:view'],
  'GET /audits/:id/document': ['audit:view'],
  'POST /audits/:id/attachments': ['audit:count'],
  'DELETE /audits/:id/attachments/:id': ['audit:count'],
  'DELETE /material_tranfers/:id/attachments/:id': ['parts-transfer:update'],
  'POST /purchase_requests/:id/submit': ['purchase-requests:update'],
  'POST /purchase_requests/:id/attachments': ['purchase-requests:update'],
  'DELETE /purchase_requests/:id/attachments/:id': ['purchase-requests:update'],
  'GET /purchase_orders/:id/revisions': ['purchase-orders:view'],
  'POST /purchase_orders/:id/submit': ['purchase-orders:update'],
  'POST /purchase_orders/:id/confirm': ['purchase-orders:update'],
  'POST /purchase_orders/:id/attachments': ['purchase-orders:update'],
  'DELETE /purchase_orders/:id/attachments/:id': ['purchase-orders:update'],
  'GET /material_dispatch/:id/moves': ['parts-requisition:view'],
  'GET /material_tranfers/:id/moves': ['parts-transfer:view'],
  'GET /material_destroy/:id/moves': ['destruction:view'],
  'GET /material_repair_claims/:id/moves': ['claim:view'],
  'GET /material_repair/:id/moves': ['repair:view'],
  'GET /material_transform/:id/moves': ['transformation:view'],
  'GET /material-receives/:id/moves': ['import-warehouse:view'],
  'GET /audits/:id/moves': ['audit:view'],
  'GET /purchase_order_acceptances/:id/moves': ['receipt:view'],
  'GET /products/:id/moves': ['container-warehouse:view'],
  'POST /purchase_order_acceptances/:id/cancel': ['receipt:approve'],
  'POST /purchase_order_acceptances/:id/attachments': ['receipt:create'],
  'DELETE /purchase_order_acceptances/:id/attachments/:id': ['receipt:create'],
};

/** Those that families state for themselves, owners' among them. */
const callsOfFamilies: Readonly<Record<string, CallClass>> = Object.assign(
  {},
  ...testFamilies.map(({ calls }) => calls),
);

/** An owner may cancel their own document while it is pending: only its state refuses them. */
const OWNER_MAY_CANCEL =
  /^POST \/(purchase_requests|purchase_orders|purchase_order_acceptances|material_(dispatch|tranfers|destroy|repair|repair_claims|transform))\/:id\/cancel(-all)?$/;

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly class: string;
  readonly ability?: readonly string[];
}

const anyParam = (path: string): string => path.replace(/:[A-Za-z]+/g, ':id');
const listed = (endpoints.endpoints as readonly Listed[]).map((row) => ({
  ...row,
  call: `${row.method} ${anyParam(row.path).replace(/^\/api\/v1/, '')}`,
}));
const byCall = new Map(listed.map((row) => [row.call, row]));

/** Pages of what is imported, where the page has another name. */
const PAGE_OF: Readonly<Record<string, string>> = { parts: 'parts-warehouse' };

/** `/reports/purchase-report` is a call of `/reports/:slug`, whose ability names the slug. */
function withSlug(call: string): { readonly row: Listed; readonly slug: string } | null {
  const found = /^(\w+ \/(?:reports|imports)\/)([\w-]+)(.*)$/.exec(call);
  const row = found && byCall.get(`${found[1]}:id${found[3]}`);
  const slug = found?.[2] ?? '';
  return found && row ? { row, slug: PAGE_OF[slug] ?? slug } : null;
}

/** What a call of the contract (`POST /roles/:id`) has to ask for; undefined where nothing says so. */
export function expectedOf(method: string, path: string): CallClass | undefined {
  const call = `${method} ${anyParam(path)}`;
  const stated = anyPage(OWN_CALLS[call] ?? callsOfFamilies[call] ?? listedClass(call));
  if (stated === undefined || typeof stated === 'string') return stated;
  const [page = ''] = (stated[0] ?? '').split(':');
  return OWNER_MAY_CANCEL.test(call) ? [...stated, `${page}:create`] : stated;
}

/** A call whose path does not name the page lets in whoever holds the verb on any. */
function anyPage(stated: CallClass | undefined): CallClass | undefined {
  if (stated === undefined || typeof stated === 'string') return stated;
  return stated.flatMap((name) => {
    if (!name.startsWith('<')) return [name];
    const verb = name.split(':')[1] ?? '';
    return Object.entries(permissions.pages)
      .filter(([, verbs]) => (verbs as readonly string[]).includes(verb))
      .map(([page]) => `${page}:${verb}`);
  });
}

function listedClass(call: string): CallClass | undefined {
  const generic = byCall.get(call) ? null : withSlug(call);
  const row = byCall.get(call) ?? generic?.row;
  if (row === undefined) return undefined;
  if (row.class !== 'ability') return row.class as CallClass;
  return (row.ability ?? []).map((name) => name.replace(/^<[^>]+>/, generic?.slug ?? '$&'));
}

interface SeededRole {
  readonly name: string;
  readonly dataScope: string;
  readonly pages: 'all' | Readonly<Record<string, readonly string[]>>;
  readonly permissions?: readonly string[];
}

export const SEEDED = permissions.roles as unknown as readonly SeededRole[];

/** Whether a seeded role holds an ability, by the table alone. */
export function tableHolds(
  { pages, permissions: named = [] }: SeededRole,
  ability: string,
): boolean {
  const [page = '', verb = ''] = ability.split(':');
  if (named.includes(ability)) return true;
  if (named.includes('all:manage')) return verb !== 'approve-own';
  if (pages === 'all') return verb === 'view';
  return verb === 'view' ? Object.hasOwn(pages, page) : pages[page]?.includes(verb) === true;
}
