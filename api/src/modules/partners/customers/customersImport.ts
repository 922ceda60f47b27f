import { contract } from '@boxyard/shared/contract';
import { normaliseDigits } from '@boxyard/shared/domain';
import type { CustomerType } from '@boxyard/shared/domain/sales/customers.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import {
  type Ctx,
  defineImport,
  type FieldFault,
  findByText,
  firstFaultPerField,
  groupByText,
  type ImportColumn,
  type ImportRow,
  type Input,
  inScope,
  type Judged,
  mayUseCompany,
  normalisedText,
  phoneOf,
  validate,
  YES_NO,
} from '../../../kernel/index.ts';
import { type Geography, geography, type Place } from '../../masterData/index.ts';
import { addCustomer, nameFaults, preparedCustomer } from './write.ts';

type Body = Input<'customers.create'>['body'];

const BODY = contract['customers.create'].body as z.ZodMiniType;

/** Rows judged or written at a time: they share one connection. */
const TOGETHER = 50;

const TYPES: Readonly<Record<string, CustomerType>> = {
  person: 'person',
  บุคคลธรรมดา: 'person',
  บุคคล: 'person',
  company: 'juristic',
  juristic: 'juristic',
  นิติบุคคล: 'juristic',
};

const TEXTS = [
  'prefix',
  'firstName',
  'lastName',
  'companyName',
  'nameEn',
  'email',
  'lineId',
  'source',
  'remark',
] as const;

const COLUMNS: readonly ImportColumn[] = [
  { key: 'company', title: { en: 'Our company', th: 'บริษัทของเรา' } },
  { key: 'type', title: { en: 'Type', th: 'ประเภท' }, required: true },
  { key: 'prefix', title: { en: 'Title', th: 'คำนำหน้า' } },
  { key: 'firstName', title: { en: 'First name', th: 'ชื่อ' } },
  { key: 'lastName', title: { en: 'Last name', th: 'นามสกุล' } },
  { key: 'companyName', title: { en: 'Company name', th: 'ชื่อบริษัท' } },
  { key: 'nameEn', title: { en: 'English name', th: 'ชื่อภาษาอังกฤษ' } },
  { key: 'taxId', title: { en: 'Tax ID', th: 'เลขประจำตัวผู้เสียภาษี' } },
  { key: 'branchCode', title: { en: 'Branch', th: 'สาขา' } },
  { key: 'phone', title: { en: 'Phone', th: 'โทรศัพท์' }, required: true },
  { key: 'email', title: { en: 'E-mail', th: 'อีเมล' } },
  { key: 'lineId', title: { en: 'LINE ID', th: 'ไลน์ไอดี' } },
  { key: 'address', title: { en: 'Address', th: 'ที่อยู่' }, required: true },
  { key: 'subDistrict', title: { en: 'Sub-district', th: 'ตำบล/แขวง' } },
  { key: 'district', title: { en: 'District', th: 'อำเภอ/เขต' } },
  { key: 'province', title: { en: 'Province', th: 'จังหวัด' } },
  { key: 'postcode', title: { en: 'Postcode', th: 'รหัสไปรษณีย์' } },
  { key: 'salesperson', title: { en: 'Salesperson', th: 'พนักงานขาย' } },
  { key: 'creditTermDays', title: { en: 'Credit term (days)', th: 'เครดิต (วัน)' } },
  { key: 'source', title: { en: 'Source', th: 'ที่มา' } },
  { key: 'hasConsent', title: { en: 'Consent (PDPA)', th: 'ยินยอมให้ใช้ข้อมูล (PDPA)' } },
  { key: 'remark', title: { en: 'Remark', th: 'หมายเหตุ' } },
];

/** Columns of the body's fields. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  companyId: 'company',
  saleId: 'salesperson',
  'registeredAddress.line1': 'address',
  'registeredAddress.provinceId': 'province',
  'registeredAddress.amphoeId': 'district',
  'registeredAddress.districtId': 'subDistrict',
  'registeredAddress.zipcode': 'postcode',
};

/** New customers from a spreadsheet, each as if it was typed into the form (docs/adr/0026). */
export const customersImport = defineImport<Body>({
  resource: 'customers',
  page: 'customer-data',
  columns: COLUMNS,

  async judge(ctx, rows) {
    const names = await namesFor(ctx, rows);
    const places = await geography();
    const seen = new Map<string, number>();
    const judgeRow = async (row: ImportRow): Promise<Judged<Body>> => {
      const draft = draftOf({ names, places }, row);
      const { value, faults: bodyFaults } = validate(BODY, draft.body);
      const faults = [...draft.faults, ...bodyFaults.map(inColumn)];
      if (bodyFaults.length > 0) {
        return { faults: firstFaultPerField([...faults, ...nameFaults(draft.body)]) };
      }
      const body = value as Body;
      const { companyId, ...rest } = body;
      const prepared = await preparedCustomer(ctx, rest, { companyId });
      faults.push(...prepared.faults.map(inColumn));
      faults.push(...knownFaults({ names, seen }, { row, body, name: prepared.values.name }));
      return faults.length > 0 ? { faults: firstFaultPerField(faults) } : { value: body };
    };
    const judged: Judged<Body>[] = [];
    for (let from = 0; from < rows.length; from += TOGETHER) {
      judged.push(...(await Promise.all(rows.slice(from, from + TOGETHER).map(judgeRow))));
    }
    return judged;
  },

  async write(ctx, bodies) {
    // One after the other: each takes the next code.
    for (const body of bodies) await addCustomer(ctx, body);
  },
});

function inColumn({ field, code, params }: FieldFault): FieldFault {
  const faulty = { field: COLUMN_OF[field] ?? field, code, ...(params ? { params } : {}) };
  // An id that is missing is a word that is: nobody types ids.
  return code === 'ID' ? { ...faulty, code: 'REQUIRED' } : faulty;
}

type Names = Awaited<ReturnType<typeof namesFor>>;

const identityOf = (companyId: string, taxId: string, branchCode: string | null | undefined) =>
  `${companyId} ${taxId} ${branchCode ?? ''}`;
const nameAndPhone = (companyId: string, name: string, phone: string) =>
  `${companyId} ${normalisedText(name)} ${phone}`;

/**
 * What says that a row is a customer already: the same tax id and branch in the company; without a tax
 * id, the same name with the same phone. A form asks the person about the latter, a file cannot.
 */
function knownFaults(
  { names, seen }: { readonly names: Names; readonly seen: Map<string, number> },
  { row, body, name }: { readonly row: ImportRow; readonly body: Body; readonly name: string },
): FieldFault[] {
  const { companyId, taxId, branchCode, phone } = body;
  const [field, key] = taxId
    ? (['taxId', identityOf(companyId, taxId, branchCode)] as const)
    : (['phone', nameAndPhone(companyId, name, phone)] as const);
  if (names.known.has(key)) return [{ field, code: 'DUPLICATE' }];
  const earlier = seen.get(key);
  if (earlier !== undefined) return [{ field, code: 'REPEATED_IN_ROW', params: { row: earlier } }];
  seen.set(key, row.number);
  return [];
}

/** Names of the head office on tax invoices, without spaces and in small letters. */
const HEAD_OFFICE = ['สำนักงานใหญ่', 'headoffice'];

const isHeadOffice = (text: string): boolean =>
  HEAD_OFFICE.includes(text.replace(/\s/g, '').toLowerCase());

/** Spreadsheets take the leading zeros of what looks like a number. */
const withZeros = {
  phone: phoneOf,
  branch: (text: string): string => {
    if (isHeadOffice(text)) return '00000';
    return /^\d{1,4}$/.test(text) ? text.padStart(5, '0') : text;
  },
  taxId: (text: string): string => normaliseDigits(text).replace(/^(?=\d{12}$)/, '0'),
};

/** The body of a new customer from the words of a row. */
function draftOf(
  { names, places }: { readonly names: Names; readonly places: Geography },
  { cells }: ImportRow,
) {
  const faults: FieldFault[] = [];
  const cell = (key: string): string => cells[key] ?? '';
  const isGiven = (key: string) => cell(key) !== '';
  const word = <T>(field: string, words: Readonly<Record<string, T>>): T | undefined => {
    const found = words[normalisedText(cell(field))];
    if (found === undefined && isGiven(field)) {
      faults.push({ field, code: 'UNKNOWN_VALUE', params: { value: cell(field) } });
    }
    return found;
  };
  const named = <R extends { readonly id: string }>(
    field: string,
    groups: ReadonlyMap<string, readonly R[]>,
  ): string | null => {
    const found = findByText(groups, { field, word: cell(field) });
    faults.push(...found.faults);
    return found.row?.id ?? null;
  };
  const companyId = isGiven('company') ? named('company', names.companies) : names.onlyCompany;
  if (companyId === null && !isGiven('company'))
    faults.push({ field: 'company', code: 'REQUIRED' });
  const type = word('type', TYPES);
  if (!isGiven('type')) faults.push({ field: 'type', code: 'REQUIRED' });
  const isJuristic = type === 'juristic';
  const address = placed(places, cells);
  faults.push(...address.faults);
  const branchCode = isGiven('branchCode') ? withZeros.branch(cell('branchCode')) : null;
  const days = cell('creditTermDays');
  const body = {
    companyId,
    // What was not understood has its own fault.
    type: type ?? 'person',
    taxId: isGiven('taxId') ? withZeros.taxId(cell('taxId')) : null,
    branchCode: isJuristic ? (branchCode ?? '00000') : null,
    phone: withZeros.phone(cell('phone')),
    contacts: [],
    registeredAddress: address.value,
    saleId: isGiven('salesperson') ? named('salesperson', names.people) : null,
    creditTermDays: days === '' ? 0 : /^\d+$/.test(days) ? Number(days) : Number.NaN,
    hasConsent: word('hasConsent', YES_NO) ?? false,
    ...Object.fromEntries(TEXTS.filter(isGiven).map((key) => [key, cell(key)])),
  };
  return { body, faults };
}

/** What stands before the name of a place on an envelope. */
const LEVEL = /^(?:จังหวัด|จ\.|อำเภอ|อ\.|เขต|ตำบล|ต\.|แขวง)\s*/;
const placeName = (text: string): string => normalisedText(text.replace(LEVEL, ''));

/** The address of a row: each level is looked for within the one above. */
function placed(places: Geography, cells: ImportRow['cells']) {
  const faults: FieldFault[] = [];
  const find = <P extends Place>(field: string, among: readonly P[] | undefined): P | undefined => {
    const text = cells[field] ?? '';
    if (text === '') return undefined;
    const name = placeName(text);
    const found = among?.find(
      ({ nameTh, nameEn }) => placeName(nameTh) === name || placeName(nameEn) === name,
    );
    if (!found) faults.push({ field, code: 'UNKNOWN_VALUE', params: { value: text } });
    return found;
  };
  const province = find('province', places.provinces);
  const amphoe = find('district', places.amphoesOf.get(province?.id ?? -1));
  const district = find('subDistrict', places.districtsOf.get(amphoe?.id ?? -1));
  const postcode = cells.postcode ?? '';
  return {
    faults,
    value: {
      line1: cells.address ?? '',
      provinceId: province?.id ?? null,
      amphoeId: amphoe?.id ?? null,
      districtId: district?.id ?? null,
      zipcode: postcode === '' ? null : postcode,
    },
  };
}

/** Everything that the file's words may mean to this person, and the customers that are known. */
async function namesFor(ctx: Ctx, rows: readonly ImportRow[]) {
  const words = (key: string) => rows.map(({ cells }) => cells[key] ?? '');
  const companies = await ctx.db
    .selectFrom('companies')
    .select(['id', 'code', 'nameTh', 'nameEn'])
    .where('isActive', '=', true)
    .execute();
  const usable = companies.filter(({ id }) => mayUseCompany(ctx.actor, id));
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', sql<string>`full_name`.as('fullName')])
    .where('status', '=', 'active')
    .where(
      sql<boolean>`array[lower(email), lower(full_name)] && ${words('salesperson').map(normalisedText)}::text[]`,
    )
    .execute();
  const { rows: known } = await sql<{
    companyId: string;
    taxId: string | null;
    branchCode: string | null;
    name: string;
    phone: string;
    saleId: string;
    zoneId: string | null;
  }>`
    select c.company_id, c.tax_id, c.branch_code, c.name, c.phone, c.sale_id, c.zone_id
    from customers c
    where c.merged_into_id is null
      and (c.tax_id = any(${words('taxId').map((text) => withZeros.taxId(text))}::text[])
        or c.phone = any(${words('phone').map((text) => withZeros.phone(text))}::text[]))
  `.execute(ctx.db);
  return {
    companies: groupByText(usable, ({ code, nameTh, nameEn }) => [code, nameTh, nameEn]),
    onlyCompany: usable.length === 1 ? (usable[0]?.id ?? null) : null,
    people: groupByText(people, ({ email, fullName }) => [email, fullName]),
    known: new Set(
      known.flatMap(({ companyId, taxId, branchCode, name, phone, saleId, zoneId }) => [
        ...(taxId === null ? [] : [identityOf(companyId, taxId, branchCode)]),
        // Of a colleague's customers nothing but the tax id is told.
        ...(inScope(ctx.actor, { companyId, ownerIds: [saleId], zoneId })
          ? [nameAndPhone(companyId, name, phone)]
          : []),
      ]),
    ),
  };
}
