import endpoints from '@boxyard/shared/domain/access/endpoints.json' with { type: 'json' };
import permissions from '@boxyard/shared/domain/access/permissions.json' with { type: 'json' };

/**
 * What each call asks of whom, from the project's copies of the handbook's lists and never from the
 * contract that is tested against it (issue 3, "done when" 1).
 */
export type CallClass = 'public' | 'signed-in' | 'look-up' | readonly string[];

/** Calls of the project's own, beside those of endpoints.json: class, or abilities (any one). */
const OWN_CALLS: Readonly<Record<string, CallClass>> = {
  'GET /mail-outbox': ['system-menu:operate'],
  'GET /telemetry/remotes': ['system-menu:operate'],
  'GET /attachments/:id': 'signed-in',
  'GET /imports/users/template': ['users:import'],
  'GET /imports/parts/template': ['parts-warehouse:import'],
  'POST /labels': ['parts-warehouse:view', 'import-warehouse:view', 'company-groups:view'],
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
  'DELETE /material-receives/:id/attachments/:id': ['import-warehouse:update'],
  'PUT /material_parts/stock-rules': ['parts-warehouse:update'],
  'GET /material_dispatch/available': 'look-up',
  'POST /material_dispatch/:id/allocate': ['parts-requisition:approve'],
  'GET /material_parts/places': 'look-up',
  'DELETE /material_destroy/:id/attachments/:id': ['destruction:update'],
  'POST /material_destroy/:id/correct': ['destruction:correct'],
  'GET /material_repair_claims/eligible': ['claim:create'],
  'DELETE /material_repair_claims/:id/attachments/:id': ['claim:update'],
  'DELETE /material_repair/:id/attachments/:id': ['repair:update'],
  'POST /material_repair/:id/parts': ['repair:update'],
  'DELETE /material_transform/:id/attachments/:id': ['transformation:update'],
  'GET /material_transform/bom': 'look-up',
  'GET /material_parts/:id/components': ['parts-warehouse:view'],
  'PUT /material_parts/:id/components': ['parts-warehouse:update'],
  'DELETE /material_dispatch/:id/attachments/:id': ['parts-requisition:update'],
  'PATCH /suppliers/bidding/:id': ['suppliers:open-bidding'],
  'POST /suppliers/bidding/:id/conclude': ['suppliers:award'],
  'GET /suppliers/bidding/:id/document': ['suppliers:view'],
  'POST /suppliers/bidding/:id/attachments': ['suppliers:open-bidding'],
  'DELETE /suppliers/bidding/:id/attachments/:id': ['suppliers:open-bidding'],
  'GET /suppliers/:id/quotations/:id/revisions': ['suppliers:view'],
  'POST /suppliers/:id/quotations/:id/submit': ['suppliers:enter-quotation'],
  'POST /suppliers/:id/quotations/:id/withdraw': ['suppliers:enter-quotation'],
  'POST /suppliers/:id/quotations/:id/extend': ['suppliers:enter-quotation'],
  'POST /suppliers/quotations/:id/attachments': ['suppliers:enter-quotation'],
  'DELETE /suppliers/quotations/:id/attachments/:id': ['suppliers:enter-quotation'],
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
  'POST /purchase_order_acceptances/:id/cancel': ['receipt:approve'],
  'POST /purchase_order_acceptances/:id/attachments': ['receipt:create'],
  'DELETE /purchase_order_acceptances/:id/attachments/:id': ['receipt:create'],
};

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
  const stated = anyPage(OWN_CALLS[call] ?? listedClass(call));
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
