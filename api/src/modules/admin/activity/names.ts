import { type ActivitySubject, contract } from '@boxyard/shared/contract';
import { DOCUMENT_FAMILIES, type DocumentFamilyName } from '@boxyard/shared/domain';
import { SETTING_KEYS, settingOfKey } from '@boxyard/shared/domain/settings/settings.ts';
import { sql } from 'kysely';
import { type Ctx, mayUseCompany, snake } from '../../../kernel/index.ts';
import { geography } from '../../masterData/index.ts';
import { FOREIGN_TEAM } from '../territories/zoneRows.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** How records of a table are called, as SQL. */
interface Naming {
  readonly table: string;
  readonly name: string;
  readonly nameTh?: string;
  readonly code?: string;
  /** What decides which page shows it, where several keep records of one kind. */
  readonly kind?: string;
  /** Its company, where what all companies share names it and others may not read its name. */
  readonly company?: string;
}

const LABELS = { name: 'label_en', nameTh: 'label_th' } as const;
const NAMES = { name: 'name', nameTh: 'name_th' } as const;
const DOCUMENT = { name: 'document_no' } as const;

/** A round is looked at beside one of its suppliers. */
const BIDDING_SUPPLIER = `(select s.supplier_id from bidding_suppliers s
  where s.bidding_id = biddings.id order by s.line_no limit 1)`;

/** What a setting is called, by its key. */
const settingNames = (locale: 'en' | 'th'): string =>
  `(case key ${SETTING_KEYS.map(
    (key) => `when '${key}' then '${settingOfKey(key).label[locale].replaceAll("'", "''")}'`,
  ).join(' ')} end)`;

/** The page of a schedule's report. */
const reportPage = `(case report ${Object.entries(contract)
  .flatMap(([name, endpoint]) =>
    'report' in endpoint ? [`when '${name}' then '${endpoint.report.slug}'`] : [],
  )
  .join(' ')} end)`;

/** Families of documents; what is particular to one stands below. */
const documents: Readonly<Partial<Record<DocumentFamilyName, Naming>>> = Object.fromEntries(
  Object.entries(DOCUMENT_FAMILIES).map(([family, { table }]) => [
    family,
    { table: snake(table), ...DOCUMENT },
  ]),
);

/** Records that have a page or are mentioned by others: all but the log itself. */
const BY_SUBJECT: Readonly<
  Record<Exclude<ActivitySubject, 'activityLogs' | DocumentFamilyName>, Naming>
> &
  Readonly<Partial<Record<DocumentFamilyName, Naming>>> = {
  ...documents,
  users: { table: 'users', name: 'full_name' },
  roles: { table: 'roles', ...LABELS },
  roleGroups: { table: 'role_groups', ...LABELS },
  menus: { table: 'menus', ...LABELS },
  teams: { table: 'teams', ...NAMES, kind: 'type', company: 'company_id' },
  teamMoves: {
    table: 'team_moves',
    name: '(select u.full_name from users u where u.id = user_id)',
    kind: 'type',
  },
  regions: { table: 'regions', code: 'code', ...NAMES },
  zones: { table: 'zones', code: 'code', ...NAMES },
  documentHeaders: { table: 'document_headers', name: 'name', kind: 'type' },
  settings: {
    table: 'setting_values',
    name: settingNames('en'),
    nameTh: settingNames('th'),
    kind: 'key',
  },
  companies: { table: 'companies', code: 'code', name: 'name_en', nameTh: 'name_th' },
  subWarehouses: { table: 'warehouses', code: 'code', ...NAMES },
  bins: { table: 'bins', name: 'code' },
  categories: { table: 'categories', code: 'code', ...NAMES },
  units: { table: 'units', ...NAMES },
  suppliers: { table: 'suppliers', code: 'code', ...NAMES },
  supplierParts: {
    table: 'supplier_parts',
    name: '(select p.part_no from material_parts p where p.id = part_id)',
    kind: 'supplier_id',
  },
  bankAccounts: {
    table: 'bank_accounts',
    code: 'account_no',
    name: 'account_name',
    nameTh: 'account_name',
  },
  bankStatements: { table: 'bank_statements', name: 'file_name' },
  bankLines: {
    table: 'bank_lines',
    name: "to_char(booked_on, 'YYYY-MM-DD') || ' ' || amount::text",
  },
  taxPeriods: { table: 'tax_periods', name: 'period' },
  invoiceRuns: { table: 'invoice_runs', name: '(until::text)' },
  contractClauses: { table: 'contract_clauses', name: 'name' },
  warrantyPrices: { table: 'warranty_prices', name: '(valid_from::text)' },
  customers: { table: 'customers', code: 'code', name: 'coalesce(name_en, name)', nameTh: 'name' },
  parts: { table: 'material_parts', code: 'part_no', ...NAMES },
  biddings: { table: 'biddings', ...DOCUMENT, kind: BIDDING_SUPPLIER },
  quotations: { table: 'quotations', name: 'supplier_quote_no', kind: 'supplier_id' },
  jobCodes: { table: 'job_codes', code: 'code', ...NAMES },
  technicianSkills: {
    table: 'technician_skills',
    name: '(select u.full_name from users u where u.id = user_id)',
  },
  technicianAbsences: {
    table: 'technician_absences',
    name: '(select u.full_name from users u where u.id = user_id)',
  },
  jobEstimates: {
    table: 'job_estimates',
    name: `(select j.document_no || '/' || estimate_no from jobs j where j.id = job_id)`,
    kind: 'job_id',
  },
  faultReports: {
    table: 'fault_reports',
    name: '(select p.serial_number from products p where p.id = product_id)',
  },
  pmSchedules: { table: 'pm_schedules', name: 'name' },
  // Without a name of its own: the log keeps the title of its report.
  reportSchedules: { table: 'report_schedules', name: "''", kind: reportPage },
  productTypes: { table: 'product_types', code: 'code', ...NAMES },
  productModels: { table: 'product_models', code: 'code', ...NAMES },
  productStatuses: { table: 'product_statuses', ...NAMES },
  productSoftwares: { table: 'product_softwares', name: 'version_no' },
  softwareUpdates: {
    table: 'product_software_updates',
    name: '(select p.serial_number from products p where p.id = product_id)',
    kind: 'product_id',
  },
  softwareRollouts: {
    table: 'software_rollouts',
    name: '(select s.version_no from product_softwares s where s.id = software_id)',
  },
  productContracts: { table: 'product_contracts', name: 'serial_number' },
  // Everybody reads its serial number off it.
  products: { table: 'products', name: 'serial_number' },
  supplierPayments: { table: 'supplier_payments', ...DOCUMENT, kind: 'supplier_id' },
};

const selectOf = (
  { table, name, nameTh = 'null', code = 'null', kind = 'null', company = 'null' }: Naming,
  ids: number,
): string =>
  `select id, ${code}::text as code, coalesce(${name}, '') as name, ${nameTh}::text as "nameTh",
    ${kind}::text as kind, ${company}::uuid as "companyId" from ${table} where id = any($${ids}::uuid[])`;

const SUBJECTS = Object.keys(BY_SUBJECT);
const RECORDS = Object.values(BY_SUBJECT)
  .map((naming, index) => selectOf(naming, index + 1))
  .join(' union all ');

const MENTIONED: readonly Naming[] = [
  ...Object.values(BY_SUBJECT),
  { table: 'files', name: 'file_name' },
];
const MENTIONS = MENTIONED.map((naming) => selectOf(naming, 1)).join(' union all ');

interface Named {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly nameTh: string | null;
  readonly kind: string | null;
  readonly companyId: string | null;
}

type Name = Omit<Named, 'companyId'>;

/** Zones are everybody's and name teams, which are a company's. */
const readableName = ({ actor }: Ctx, { companyId, ...row }: Named): Name =>
  companyId === null || mayUseCompany(actor, companyId) ? row : { ...row, ...FOREIGN_TEAM };

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return UUID.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

/** Names of the records that these values name by id, so that a person can read them. */
export async function namesIn(ctx: Ctx, ...values: readonly unknown[]): Promise<Name[]> {
  const ids = [...new Set(values.flatMap(idsIn))];
  if (ids.length === 0) return [];
  const { rows } = await ctx.pg.query<Named>({
    name: 'activity.mentions',
    text: MENTIONS,
    values: [ids],
  });
  return rows.map((row) => readableName(ctx, row));
}

interface Entry {
  readonly subject: string;
  readonly subjectId: string | null;
  readonly userId: string | null;
  readonly companyId: string | null;
}

/**
 * What the records, people and companies of these entries are called today, by id; those that are
 * gone are missing.
 */
export async function recordsOf(
  ctx: Ctx,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, Name>> {
  const ids = new Map(SUBJECTS.map((subject) => [subject, new Set<string>()]));
  const note = (subject: string, id: string | null) => {
    if (id !== null) ids.get(subject)?.add(id);
  };
  for (const { subject, subjectId, userId, companyId } of entries) {
    note(subject, subjectId);
    note('users', userId);
    note('companies', companyId);
  }
  // One statement for all kinds, prepared: planning a union of what occurs takes ten times as long
  // as asking tables for nothing.
  const { rows } = await ctx.pg.query<Named>({
    name: 'activity.records',
    text: RECORDS,
    values: [...ids.values()].map((wanted) => [...wanted]),
  });
  return new Map(rows.map((row) => [row.id, readableName(ctx, row)]));
}

const LEVELS = ['province', 'amphoe', 'district'] as const;

/** Numbers of places (`amphoeIds: [1039]`) that a value names, by level. */
function placeIdsIn(value: unknown, level: string, field = ''): number[] {
  if (typeof value === 'number') return field.replace(/Ids?$/, '') === level ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => placeIdsIn(item, level, field));
  return Object.entries(value).flatMap(([key, item]) => placeIdsIn(item, level, key));
}

/** Names of the provinces, districts and sub-districts that these values name by number. */
export async function placesIn(...values: readonly unknown[]) {
  const places = await geography();
  return LEVELS.flatMap((level) =>
    [...new Set(values.flatMap((value) => placeIdsIn(value, level)))].flatMap((id) => {
      const place = places[level].get(id);
      return place ? [{ level, id, nameTh: place.nameTh, nameEn: place.nameEn }] : [];
    }),
  );
}

/** A record of an entry without a label of its own: people entered past the services. */
export const labelOrPerson = sql<string | null>`coalesce(l.subject_label,
  case when l.subject = 'users' then (select p.email from users p where p.id = l.subject_id) end)`;
