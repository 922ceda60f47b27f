import type { ActivitySubject } from '@boxyard/shared/contract';
import {
  DOCUMENT_FAMILIES,
  type DocumentFamilyName,
  type FamilyDeclaration,
  type HeaderType,
  pageOfHeader,
  TEAM_PAGES,
  type TeamType,
} from '@boxyard/shared/domain';
import { mayOpen, pathOf } from '@boxyard/shared/runtime';

interface Logged {
  readonly subject: string;
  readonly subjectId: string | null;
  readonly record: string | null;
  /** null: the record is gone. */
  readonly current: { readonly kind: string | null } | null;
}

interface Place {
  readonly page: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

interface Found {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

const page =
  (name: string) =>
  ({ id }: Found): Place => ({ page: name, params: { id } });
/** Open beside its list. */
const within =
  (name: string, key: string) =>
  ({ id }: Found): Place => ({ page: name, query: { [key]: id } });
/** Without an address of its own: found in its list by what it is called. */
const listed =
  (name: string, query: Readonly<Record<string, string>> = {}) =>
  (record: Found): Place => ({ page: name, query: { ...query, search: record.name } });

/** Bins are looked at in their warehouse; the log has no record of its own. */
type PlacedSubject = Exclude<ActivitySubject, 'bins' | 'activityLogs' | DocumentFamilyName>;

/** Documents have a page of their own, unless something else leads to them. */
const DOCUMENTS = Object.fromEntries(
  Object.entries<FamilyDeclaration>(DOCUMENT_FAMILIES).flatMap(([family, { opens, within }]) => {
    if (opens !== undefined) return [[family, page(opens)]];
    if (within === undefined) return [];
    const beside = ({ id }: Found): Place => ({
      page: within.page,
      query: { ...within.query, record: id },
    });
    return [[family, beside]];
  }),
);

/** Families whose page shows another record. */
type FoundBeside = 'biddings' | 'quotations' | 'supplierPayments';

/** Where records are looked at, by their kind. */
const PLACES: Readonly<Record<PlacedSubject | FoundBeside, (record: Found) => Place>> = {
  biddings: ({ id, kind }) => ({
    page: 'supplier-bidding',
    params: { supplierId: kind, biddingId: id },
  }),
  quotations: ({ id, kind }) => ({
    page: 'supplier-quotation',
    params: { supplierId: kind, quotationId: id },
  }),
  supplierPayments: ({ id, kind }) => ({
    page: 'supplier-detail',
    params: { supplierId: kind },
    query: { tab: 'payments', payment: id },
  }),
  jobCodes: listed('repair-list', { tab: 'codes' }),
  technicianSkills: listed('repair-list', { tab: 'skills' }),
  technicianAbsences: listed('repair-list', { tab: 'absences' }),
  faultReports: listed('repair-list', { tab: 'reports' }),
  jobEstimates: ({ kind }) => ({ page: 'repair-job-update', params: { id: kind } }),
  pmSchedules: ({ id }) => ({
    page: 'maintenance-list',
    query: { tab: 'schedules', record: id },
  }),
  reportSchedules: ({ kind }) => ({ page: kind }),
  productTypes: listed('container-warehouse', { tab: 'types' }),
  productModels: listed('container-warehouse', { tab: 'models' }),
  productStatuses: () => ({ page: 'container-warehouse', query: { tab: 'statuses' } }),
  productSoftwares: listed('container-warehouse', { tab: 'software' }),
  softwareUpdates: ({ kind }) => ({
    page: 'container-warehouse-update-software',
    params: { id: kind },
  }),
  softwareRollouts: ({ id }) => ({
    page: 'container-warehouse',
    query: { tab: 'rollouts', rollout: id },
  }),
  productContracts: within('products', 'record'),
  parts: page('parts-warehouse-tracking'),
  users: listed('users'),
  roles: within('roles', 'role'),
  roleGroups: listed('roles', { tab: 'groups' }),
  menus: within('system-menu', 'menu'),
  teams: ({ id, kind }) => ({ page: TEAM_PAGES[kind as TeamType], query: { team: id } }),
  teamMoves: ({ id, kind }) => ({
    page: TEAM_PAGES[kind as TeamType],
    query: { tab: 'requests', request: id },
  }),
  regions: ({ id }) => ({ page: 'territories', query: { open: `region-${id}` } }),
  zones: ({ id }) => ({ page: 'territories', query: { open: `zone-${id}` } }),
  documentHeaders: ({ id, kind }) => ({
    page: pageOfHeader(kind as HeaderType),
    query: { header: id },
  }),
  settings: ({ kind }) => ({ page: 'contract-header', query: { tab: 'settings', setting: kind } }),
  companies: listed('company-groups'),
  subWarehouses: listed('company-groups', { tab: 'warehouses' }),
  categories: listed('categories'),
  units: listed('categories', { tab: 'units' }),
  bankAccounts: ({ id }) => ({ page: 'payment-data', query: { tab: 'bank-accounts', record: id } }),
  bankStatements: ({ id }) => ({
    page: 'payment-data',
    query: { tab: 'bank-lines', statementId: id },
  }),
  bankLines: ({ id }) => ({ page: 'payment-data', query: { tab: 'bank-lines', record: id } }),
  contractClauses: ({ id }) => ({
    page: 'contract-header',
    query: { tab: 'clauses', record: id },
  }),
  warrantyPrices: () => ({ page: 'warranty', query: { tab: 'prices' } }),
  invoiceRuns: ({ id }) => ({ page: 'payment-data', query: { tab: 'runs', run: id } }),
  taxPeriods: () => ({ page: 'payment-data', query: { tab: 'tax' } }),
  customers: ({ id }) => ({ page: 'customer-data', query: { record: id } }),
  supplierParts: ({ kind }) => ({
    page: 'supplier-detail',
    params: { supplierId: kind },
    query: { tab: 'catalogue' },
  }),
  suppliers: ({ id }) => ({ page: 'supplier-detail', params: { supplierId: id } }),
};

/** Where the record of an entry is looked at; null where there is no such page, or not for this person. */
export function recordPath({ subject, subjectId, record, current }: Logged): string | null {
  const placeOf = { ...DOCUMENTS, ...PLACES }[subject];
  if (placeOf === undefined || subjectId === null || current === null) return null;
  const place = placeOf({ id: subjectId, name: record ?? '', kind: current.kind ?? '' });
  return mayOpen(place.page) ? pathOf(place.page, place.params, place.query) : null;
}

/** Everything that happened to a record, or by one request. */
export const entriesPath = (query: Readonly<Record<string, string>>): string =>
  pathOf('activity-log', {}, query);
