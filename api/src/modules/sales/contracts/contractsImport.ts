import { contract } from '@boxyard/shared/contract';
import { decimal } from '@boxyard/shared/domain';
import { isInstalledWithoutContract } from '@boxyard/shared/domain/containers/statuses.ts';
import { OPENING_COLUMNS } from '@boxyard/shared/domain/money/openingColumns.ts';
import { paperKey } from '@boxyard/shared/domain/values/paperKey.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Site } from '../../../db/schema/containers.ts';
import { dayOf } from '../../../documents/days.ts';
import {
  AppError,
  type Ctx,
  defineImport,
  type FieldFault,
  figureOf,
  findByText,
  firstFaultPerField,
  groupByText,
  type ImportColumn,
  type ImportRow,
  type Judged,
  normalisedText,
  percentOf,
  phoneOf,
  today,
  validate,
  whereInScope,
  YES_NO,
} from '../../../kernel/index.ts';
import { products } from '../../containers/index.ts';
import { visibleCustomers } from '../../partners/index.ts';
import { changeContractStatus } from './decide.ts';
import { type Checked, type ContractBody, checkedContract, writeDraft } from './draft.ts';
import { TEXTS } from './labels.ts';
import { reserveForContract } from './reserve.ts';
import { spread } from './takenOver.ts';

const BODY = contract['contracts.create'].body as z.ZodMiniType;
const MAX_NUMBER = 50;
const MONEY = /^\d{1,13}(\.\d{1,2})?$/;

const { required, further } = OPENING_COLUMNS.contracts;
const COLUMNS: readonly ImportColumn[] = [
  ...required.map((key) => ({ key, title: TEXTS.field[key], required: true as const })),
  ...further.map((key) => ({ key, title: TEXTS.field[key] })),
];

/** Columns of the body's fields. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  customerId: 'customer',
  saleId: 'sale',
  productModelId: 'serialNumber',
  'installSite.address': 'serialNumber',
  'installSite.contactName': 'contactName',
  'installSite.contactPhone': 'contactPhone',
  discountValue: 'price',
  coverage: 'warrantyMonths',
};

/** A contract that runs already, ready to be written. */
interface Running {
  readonly checked: Checked;
  readonly productId: string;
  readonly formerNo: string;
  readonly takenOverOn: string;
  /** Spreads what was paid over the payments, in the order in which they fall due. */
  readonly paid: string;
}

/**
 * Contracts that run already, from a spreadsheet (docs/domain/money.md "Opening balances"): each about a
 * container that stands at its customer. They wait for approval as any other, by somebody who did not
 * import them; what was paid of them is never billed here.
 */
export const contractsImport = defineImport<Running>({
  resource: 'contracts',
  page: 'purchase-contract',
  columns: COLUMNS,

  async judge(ctx, rows) {
    const names = await namesFor(ctx, rows);
    const seen = new Map<string, number>();
    const judged: Judged<Running>[] = [];
    // One after the other: they share one connection.
    for (const row of rows) judged.push(await judgeRow(ctx, { names, seen }, row));
    return judged;
  },

  async write(ctx, running) {
    for (const one of running) await takeOver(ctx, one);
  },
});

async function takeOver(
  ctx: Ctx,
  { checked, productId, formerNo, takenOverOn, paid }: Running,
): Promise<void> {
  const { id } = await writeDraft(ctx, checked, { formerNo, takenOverOn });
  const { depositRefundable } = checked.columns;
  const payments = checked.plan.rows.filter(
    ({ kind }) => !(kind === 'deposit' && depositRefundable),
  );
  for (const { seq, paidBefore } of spread(payments, paid)) {
    if (decimal.isZero(paidBefore)) break;
    await ctx.db
      .updateTable('contractSchedule')
      .set({ paidBefore })
      .where('contractId', '=', id)
      .where('seq', '=', seq)
      .execute();
  }
  const params = { id };
  await reserveForContract(ctx, { params, body: { version: 1, productId, atCustomer: true } });
  await changeContractStatus(ctx, { params, body: { version: 2, action: 'submit' } });
}

interface Judging {
  readonly names: Names;
  /** Former numbers and serial numbers, by the row that has them. */
  readonly seen: Map<string, number>;
}

type Fault = (field: string, code: string, params?: FieldFault['params']) => void;

async function judgeRow(
  ctx: Ctx,
  { names, seen }: Judging,
  row: ImportRow,
): Promise<Judged<Running>> {
  const faults: FieldFault[] = [];
  const fault: Fault = (field, code, params) => {
    faults.push({ field, code, ...(params ? { params } : {}) });
  };
  const cell = (key: string): string => (row.cells[key] ?? '').trim();
  const once = (field: string, key: string): void => {
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, row.number);
    else fault(field, 'REPEATED_IN_ROW', { row: earlier });
  };

  const product = containerOf(names, { cell, fault });
  if (product) once('serialNumber', product.serialNumber);
  const customer = customerOf(names, { cell, fault, companyId: product?.companyId ?? null });
  const formerNo = cell('formerNo');
  if (formerNo === '') fault('formerNo', 'REQUIRED');
  else if (formerNo.length > MAX_NUMBER) fault('formerNo', 'TOO_LONG', { max: MAX_NUMBER });
  else if (product) {
    const key = `${product.companyId} ${paperKey(formerNo)}`;
    if (names.taken.has(key)) fault('formerNo', 'DUPLICATE');
    else once('formerNo', key);
  }
  const draft = bodyOf(ctx, { cell, fault, names }, { product, customer });
  const takenOverOn = draft.day('takenOverOn') ?? today(ctx.clock);
  if (takenOverOn > today(ctx.clock)) fault('takenOverOn', 'FUTURE_DATE');
  const paid = draft.money('paid');
  if (cell('paid') === '') fault('paid', 'REQUIRED');

  const { value, faults: bodyFaults } = validate(BODY, draft.body);
  faults.push(...bodyFaults.map(inColumn));
  if (faults.length > 0 || !product) return { faults: firstFaultPerField(faults) };
  if (takenOverOn < draft.body.documentDate) fault('takenOverOn', 'BEFORE_DOCUMENT');
  const checked = await attempt(() => checkedContract(ctx, value as ContractBody));
  if ('faults' in checked) {
    return { faults: firstFaultPerField([...faults, ...checked.faults.map(inColumn)]) };
  }
  const { plan, columns, companyId } = checked.value;
  if (companyId !== product.companyId) fault('customer', 'CUSTOMER_OF_OTHER_COMPANY');
  const asked = plan.rows.filter(({ kind }) => !(kind === 'deposit' && columns.depositRefundable));
  const max = decimal.round(decimal.add('0', ...asked.map(({ total }) => total)));
  if (decimal.compare(paid, max) > 0) fault('paid', 'MAX', { max });
  return faults.length > 0
    ? { faults: firstFaultPerField(faults) }
    : { value: { checked: checked.value, productId: product.id, formerNo, takenOverOn, paid } };
}

/** The result of a check, or the faults for which it refused the input. */
async function attempt<R>(
  work: () => Promise<R>,
): Promise<{ readonly value: R } | { readonly faults: readonly FieldFault[] }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION') return { faults: error.faults };
    throw error;
  }
}

function inColumn({ field, code, params }: FieldFault): FieldFault {
  const faulty = { field: COLUMN_OF[field] ?? field, code, ...(params ? { params } : {}) };
  // An id that is missing is a word that is: nobody types ids.
  return code === 'ID' ? { ...faulty, code: 'REQUIRED' } : faulty;
}

interface Cells {
  readonly cell: (key: string) => string;
  readonly fault: Fault;
}

/** The container that stands at the customer and that no contract is about. */
function containerOf(names: Names, { cell, fault }: Cells): Container | null {
  const serialNumber = cell('serialNumber').toUpperCase();
  if (serialNumber === '') {
    fault('serialNumber', 'REQUIRED');
    return null;
  }
  const found = names.containers.get(serialNumber) ?? null;
  if (found === null) fault('serialNumber', 'UNKNOWN_VALUE', { value: serialNumber });
  else if (found.site === null || !isInstalledWithoutContract(found)) {
    fault('serialNumber', 'NOT_AT_CUSTOMER', { serialNumber });
  }
  return found;
}

function customerOf(
  names: Names,
  { cell, fault, companyId }: Cells & { readonly companyId: string | null },
): Customer | null {
  const word = cell('customer');
  if (word === '') {
    fault('customer', 'REQUIRED');
    return null;
  }
  // A tax id or a name may be a customer of each company.
  const groups = new Map(
    [...names.customers].map(([key, rows]) => [
      key,
      rows.filter((one) => companyId === null || one.companyId === companyId),
    ]),
  );
  const found = findByText(groups, { field: 'customer', word });
  for (const { field, code, params } of found.faults) fault(field, code, params);
  return found.faults.length > 0 ? null : (found.row ?? null);
}

const CHOICES = ['type', 'vatMode', 'interval', 'interestType', 'titleHolder'] as const;

/** The words of a choice in both languages, and its values. */
const WORDS = new Map(
  CHOICES.map((field) => [
    field,
    new Map(
      Object.entries(TEXTS.choice[field]).flatMap(([value, { en, th }]) =>
        [value, en, th].map((word) => [normalisedText(word), value] as const),
      ),
    ),
  ]),
);

/** The body of a contract from the words of a row. */
function bodyOf(
  ctx: Ctx,
  { cell, fault, names }: Cells & { readonly names: Names },
  { product, customer }: { readonly product: Container | null; readonly customer: Customer | null },
) {
  const choice = (field: (typeof CHOICES)[number]): string | null => {
    if (cell(field) === '') return null;
    const found = WORDS.get(field)?.get(normalisedText(cell(field)));
    if (found === undefined) fault(field, 'UNKNOWN_VALUE', { value: cell(field) });
    return found ?? null;
  };
  const day = (field: string): string | null => {
    if (cell(field) === '') return null;
    const found = dayOf(cell(field), { order: 'dmy', today: today(ctx.clock) });
    if (found === null) fault(field, 'DATE');
    return found;
  };
  const money = (field: string, text = figureOf(cell(field))): string => {
    if (text === '') return '0.00';
    if (MONEY.test(text)) return decimal.round(text);
    fault(field, 'MONEY');
    return '0.00';
  };
  const percent = (field: string): string => money(field, percentOf(cell(field)));
  const count = (field: string): number | null => {
    if (cell(field) === '') return null;
    if (/^\d{1,3}$/.test(cell(field))) return Number(cell(field));
    fault(field, 'INTEGER');
    return null;
  };
  const isReturned = YES_NO[normalisedText(cell('depositRefundable'))];
  if (cell('depositRefundable') !== '' && isReturned === undefined) {
    fault('depositRefundable', 'UNKNOWN_VALUE', { value: cell('depositRefundable') });
  }
  let saleId: string | null = customer?.saleId ?? null;
  if (cell('sale') !== '') {
    const found = findByText(names.people, { field: 'sale', word: cell('sale') });
    for (const { field, code, params } of found.faults) fault(field, code, params);
    saleId = found.row?.id ?? null;
  }
  if (cell('type') === '') fault('type', 'REQUIRED');
  const type = choice('type') ?? 'sale';
  const isSale = type === 'sale';
  const documentDate = day('documentDate') ?? today(ctx.clock);
  if (cell('documentDate') === '') fault('documentDate', 'REQUIRED');
  else if (documentDate > today(ctx.clock)) fault('documentDate', 'FUTURE_DATE');
  if (cell('price') === '') fault('price', 'REQUIRED');
  const dueDay = normalisedText(cell('dueDay'));
  const body = {
    type,
    documentDate,
    customerId: customer?.id ?? NOBODY,
    saleId,
    productModelId: product?.productModelId ?? NOBODY,
    installSite: {
      address: product?.site?.address ?? '-',
      lat: product?.site?.lat ?? null,
      lng: product?.site?.lng ?? null,
      contactName: cell('contactName') || product?.site?.holder || customer?.name || SOMEBODY.name,
      contactPhone:
        cell('contactPhone') === '' ? (customer ?? SOMEBODY).phone : phoneOf(cell('contactPhone')),
    },
    startDate: day('startDate') ?? documentDate,
    endDate: day('endDate'),
    price: money('price'),
    vatMode: choice('vatMode') ?? 'exclusive',
    whtRate: percent('whtRate'),
    depositAmount: money('depositAmount'),
    depositRefundable: isReturned ?? false,
    downPayment: money('downPayment'),
    installmentCount: count('installmentCount'),
    interval: isSale ? null : (choice('interval') ?? 'month'),
    dueDay: isSale ? null : LAST.includes(dueDay) ? 'last' : dueDay || '1',
    firstDueDate: day('firstDueDate'),
    interestType: choice('interestType') ?? 'none',
    interestRate: percent('interestRate'),
    titleHolder: choice('titleHolder') ?? (isSale ? 'customer' : 'company'),
    warrantyMonths: count('warrantyMonths') ?? 0,
    coverage: 'full',
    witnesses: [],
    remark: cell('remark') || null,
  };
  return { body, day, money };
}

/** Ways to say "the last day of the month". */
const LAST = ['last', 'สิ้นเดือน'];
/** Stand for what was not understood and has its own fault. */
const NOBODY = '01890000-0000-7000-8000-000000000000';
const SOMEBODY = { name: '-', phone: '0800000000' };

type Standing = Parameters<typeof isInstalledWithoutContract>[0];
interface Container extends Standing {
  readonly id: string;
  readonly companyId: string;
  readonly serialNumber: string;
  readonly productModelId: string;
  readonly site: Site | null;
}
interface Customer {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly phone: string;
  readonly saleId: string;
}
type Names = Awaited<ReturnType<typeof namesFor>>;

/** Everything that the file's words may mean to this person, and the numbers that are taken. */
async function namesFor(ctx: Ctx, rows: readonly ImportRow[]) {
  const words = (key: string) => rows.map(({ cells }) => (cells[key] ?? '').trim());
  const customerWords = words('customer').map(normalisedText);
  const numbers = words('formerNo').map(paperKey);
  const [containers, customers, people, taken] = await Promise.all([
    whereInScope(ctx.db.selectFrom('products as pd'), ctx.actor, products.scope)
      .where(
        sql<boolean>`pd.serial_number = any(${words('serialNumber').map((text) => text.toUpperCase())}::text[])`,
      )
      .select(['pd.id', 'pd.companyId', 'pd.serialNumber', 'pd.productModelId', 'pd.status'])
      .select(['pd.saleStatus', 'pd.site'])
      .execute(),
    visibleCustomers(ctx)
      .where('c.mergedIntoId', 'is', null)
      .where(
        sql<boolean>`array[lower(c.code), c.tax_id, lower(c.name), lower(c.name_en)] && ${customerWords}::text[]`,
      )
      .select(['c.id', 'c.companyId', 'c.code', 'c.taxId', 'c.name', 'c.nameEn', 'c.phone'])
      .select('c.saleId')
      .execute(),
    ctx.db
      .selectFrom('users')
      .select(['id', 'email', sql<string>`full_name`.as('fullName')])
      .where('status', '=', 'active')
      .where(
        sql<boolean>`array[lower(email), lower(full_name)] && ${words('sale').map(normalisedText)}::text[]`,
      )
      .execute(),
    ctx.db
      .selectFrom('contracts')
      .where('formerNo', 'is not', null)
      .where('status', '<>', 'cancelled')
      .where(sql<boolean>`paper_key(former_no) = any(${numbers}::text[])`)
      .select(['companyId', 'formerNo'])
      .execute(),
  ]);
  return {
    containers: new Map<string, Container>(
      containers.map((container) => [container.serialNumber, container]),
    ),
    customers: groupByText<Customer & { readonly code: string }>(customers, (one) => {
      const { code, taxId, name, nameEn } = one as (typeof customers)[number];
      return [code, taxId, name, nameEn];
    }),
    people: groupByText(people, ({ email, fullName }) => [email, fullName]),
    taken: new Set(
      taken.map(({ companyId, formerNo }) => `${companyId} ${paperKey(formerNo ?? '')}`),
    ),
  };
}
