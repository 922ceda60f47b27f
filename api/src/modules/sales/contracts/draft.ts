import { discountOfList } from '@boxyard/shared/domain/sales/agreedPrice.ts';
import { clauseFaults } from '@boxyard/shared/domain/sales/contractClauses.ts';
import type { InstallSite } from '@boxyard/shared/domain/sales/contracts.ts';
import type { PaymentPlan } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { SETTINGS } from '@boxyard/shared/domain/settings/settings.ts';
import {
  type Ctx,
  type FieldFault,
  type Input,
  inScope,
  json,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  deleteDraft,
  loadVisible,
  salespersonOf,
  searchTextOf,
} from '../../../workflow/index.ts';
import { addressOf } from '../../masterData/index.ts';
import { agreedRows, expectPaidKept } from './billing.ts';
import { plannedOf, vatRateOf } from './plan.ts';
import { discountLimitOf, listPriceOf } from './prices.ts';
import { seenCustomer } from './seenCustomer.ts';
import { paidBefore } from './takenOver.ts';
import { type ContractRow, contracts, isRequested } from './type.ts';
import { nextVersion } from './versions.ts';

export type ContractBody = Input<'contracts.create'>['body'];

interface Customer {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly nameEn: string | null;
}

/** A customer that this person sees and that may be agreed with. */
export async function customerFor(
  ctx: Ctx,
  { id, field, before }: { readonly id: string; readonly field: string; readonly before?: string },
): Promise<{ readonly customer?: Customer; readonly faults: FieldFault[] }> {
  const row = await seenCustomer(ctx, { id, before });
  if (row === undefined) return { faults: [{ field, code: 'UNKNOWN_ID' }] };
  if (id !== before && !row.isActive) return { faults: [{ field, code: 'INACTIVE' }] };
  if (id !== before && row.isBlacklisted) return { faults: [{ field, code: 'BLACKLISTED' }] };
  return { customer: row, faults: [] };
}

/** An active salesperson of the company. */
export async function saleFaults(
  ctx: Ctx,
  {
    saleId,
    companyId,
    before,
    field,
  }: {
    readonly saleId: string;
    readonly companyId: string;
    readonly before?: string;
    readonly field: string;
  },
): Promise<FieldFault[]> {
  if (saleId === before) return [];
  const person = await salespersonOf(ctx, { companyId, userId: saleId });
  if (!person) return [{ field, code: 'UNKNOWN_ID' }];
  return person.isActive ? [] : [{ field, code: 'INACTIVE' }];
}

/** Terms of its own are a template, as the clauses of its company are. What was agreed before stays as it is. */
function termsFaults(
  terms: string | null | undefined,
  before: string | null | undefined,
): FieldFault[] {
  if (!terms || terms === before) return [];
  const [first] = clauseFaults(terms);
  return first ? [{ field: 'terms', code: first.code, params: { name: first.name } }] : [];
}

/** What was entered, checked, with its plan. */
export interface Checked {
  readonly companyId: string;
  readonly customer: Customer;
  readonly plan: PaymentPlan;
  readonly columns: ReturnType<typeof columnsOf>;
  readonly words: readonly (string | null)[];
}

/** A site whose place is known by codes has its address in both languages. */
async function siteOf({
  place,
  address,
  lat,
  lng,
  contactName,
  contactPhone,
}: ContractBody['installSite']): Promise<{
  readonly installSite: InstallSite;
  readonly faults: readonly FieldFault[];
}> {
  const site = { address, lat: lat ?? null, lng: lng ?? null, contactName, contactPhone };
  if (!place) return { installSite: site, faults: [] };
  const { address: written, faults } = await addressOf(place, 'installSite.place');
  const { text: addressEn, textTh, ...codes } = written;
  return { installSite: { ...site, address: textTh, addressEn, place: codes }, faults };
}

const columnsOf = (
  body: ContractBody,
  {
    saleId,
    vatRate,
    plan,
    installSite,
  }: {
    readonly saleId: string;
    readonly vatRate: string;
    readonly plan: PaymentPlan;
    readonly installSite: InstallSite;
  },
) => {
  const isSale = body.type === 'sale';
  const isHirePurchase = body.type === 'installment';
  return {
    documentDate: body.documentDate,
    type: body.type,
    customerId: body.customerId,
    saleId,
    productModelId: body.productModelId,
    installSite,
    startDate: body.startDate,
    endDate: body.endDate ?? null,
    price: body.price,
    discountType: body.discountValue ? (body.discountType ?? null) : null,
    discountValue: body.discountType ? (body.discountValue ?? null) : null,
    discountReason: body.discountReason || null,
    vatMode: body.vatMode,
    vatRate,
    whtRate: body.whtRate,
    depositAmount: body.depositAmount,
    depositRefundable: body.depositRefundable,
    downPayment: body.downPayment,
    installmentCount: isSale ? null : (body.installmentCount ?? null),
    interval: isSale ? null : (body.interval ?? null),
    dueDay: isSale ? null : (body.dueDay ?? null),
    firstDueDate: body.firstDueDate ?? null,
    interestType: isHirePurchase ? body.interestType : ('none' as const),
    interestRate: isHirePurchase ? body.interestRate : '0.00',
    // What is leased stays ours.
    titleHolder: body.type === 'lease' ? ('company' as const) : body.titleHolder,
    warrantyMonths: body.warrantyMonths,
    coverage: body.coverage,
    witnesses: [...body.witnesses],
    terms: body.terms || null,
    remark: body.remark || null,
    totals: plan.totals,
    grandTotal: plan.totals.grandTotal,
    // Nothing is invoiced yet: all of it is owed once the contract is in force.
    outstandingAmount: plan.totals.grandTotal,
    nextDueDate: plan.rows[0]?.dueDate ?? null,
  };
};

/** The columns as they are written: objects are JSON there. */
export const stored = <C extends Pick<ReturnType<typeof columnsOf>, 'installSite' | 'totals'>>(
  columns: C,
) => ({ ...columns, installSite: json(columns.installSite), totals: json(columns.totals) });

/** Checks what was entered against the tables and the plan; throws every fault at once. */
export async function checkedContract(
  ctx: Ctx,
  body: ContractBody,
  before?: Pick<ContractRow, 'companyId' | 'customerId' | 'saleId' | 'productModelId' | 'terms'> & {
    /** The rate that was agreed on; else that of the document's date. */
    readonly agreedVatRate?: string;
    /** Payments of a lease that a change of its rent leaves as they are. */
    readonly agreedRows?: PaymentPlan['rows'];
  },
): Promise<Checked> {
  const faults: FieldFault[] = [];
  const { customer, faults: customerFaults } = await customerFor(ctx, {
    id: body.customerId,
    field: 'customerId',
    ...(before ? { before: before.customerId } : {}),
  });
  faults.push(...customerFaults);
  const companyId = before?.companyId ?? customer?.companyId;
  if (customer && customer.companyId !== companyId) {
    faults.push({ field: 'customerId', code: 'CUSTOMER_OF_OTHER_COMPANY' });
  }
  const saleId = body.saleId ?? before?.saleId ?? ctx.actor.userId;
  if (companyId !== undefined) {
    faults.push(
      ...(await saleFaults(ctx, {
        saleId,
        companyId,
        field: 'saleId',
        ...(before ? { before: before.saleId } : {}),
      })),
    );
    if (!before && !inScope(ctx.actor, { companyId, ownerIds: [saleId] })) {
      faults.push({ field: 'saleId', code: 'UNKNOWN_ID' });
    }
  }
  const model = await ctx.db
    .selectFrom('productModels')
    .where('id', '=', body.productModelId)
    .select(['code', 'name', 'isActive'])
    .executeTakeFirst();
  if (!model) faults.push({ field: 'productModelId', code: 'UNKNOWN_ID' });
  else if (!model.isActive && before?.productModelId !== body.productModelId) {
    faults.push({ field: 'productModelId', code: 'INACTIVE' });
  }
  faults.push(...termsFaults(body.terms, before?.terms));
  if (body.type === 'lease' && !body.endDate) faults.push({ field: 'endDate', code: 'REQUIRED' });
  if (body.endDate && body.endDate <= body.startDate) {
    faults.push({ field: 'endDate', code: 'BEFORE_START' });
  }
  const vatRate = before?.agreedVatRate ?? (await rateOn(ctx, companyId, body.documentDate));
  const { plan, faults: planFaults } = plannedOf(body, vatRate, before?.agreedRows);
  faults.push(...planFaults);
  const { installSite, faults: siteFaults } = await siteOf(body.installSite);
  faults.push(...siteFaults);
  refuseFaults(faults);
  if (!plan || !customer || companyId === undefined) throw new Error('every fault was refused');
  return {
    companyId,
    customer,
    plan,
    columns: columnsOf(body, { saleId, vatRate, plan, installSite }),
    words: [
      customer.name,
      customer.nameEn,
      model?.code ?? null,
      model?.name ?? null,
      body.remark ?? null,
    ],
  };
}

export const searchTextFor = (
  { documentNo, formerNo }: Pick<ContractRow, 'documentNo' | 'formerNo'>,
  {
    words,
    serialNumber = null,
  }: Pick<Checked, 'words'> & { readonly serialNumber?: string | null },
) => searchTextOf({ documentNo, partIds: [], words: [...words, serialNumber, formerNo] });

/** Writes the rows of a plan in place of those before it. */
export async function writeSchedule(
  ctx: Ctx,
  contractId: string,
  rows: PaymentPlan['rows'],
): Promise<void> {
  await expectPaidKept(ctx, contractId, rows);
  const paid = await paidBefore(ctx, contractId);
  await ctx.db.deleteFrom('contractSchedule').where('contractId', '=', contractId).execute();
  await ctx.db
    .insertInto('contractSchedule')
    .values(rows.map((row) => ({ contractId, ...row, paidBefore: paid.get(row.seq) ?? '0' })))
    .execute();
}

/** Opens the draft of a contract; it takes its number when it is first submitted. */
export async function createContract(
  ctx: Ctx,
  { body }: Input<'contracts.create'>,
): Promise<{ readonly id: string }> {
  return writeDraft(ctx, await checkedContract(ctx, body));
}

interface Origin {
  readonly previousContractId: string | null;
  readonly formerNo: string | null;
  readonly takenOverOn: string | null;
}
const ANEW: Origin = { previousContractId: null, formerNo: null, takenOverOn: null };

/** Writes a checked draft: as a new contract, as the one that follows another, or as one that is taken over. */
export async function writeDraft(
  ctx: Ctx,
  checked: Checked,
  from: Partial<Origin> = {},
): Promise<{ readonly id: string }> {
  const { documentDate, ...columns } = checked.columns;
  const origin = { ...ANEW, ...from };
  const { id } = await createDocument(ctx, contracts.type, {
    companyId: checked.companyId,
    status: 'draft',
    documentDate,
    numbered: false,
    write: async (head) => {
      await ctx.db
        .insertInto('contracts')
        .values({
          ...head,
          ...stored(columns),
          ...origin,
          searchText: searchTextFor({ documentNo: null, formerNo: origin.formerNo }, checked),
        })
        .execute();
      await writeSchedule(ctx, head.id, checked.plan.rows);
    },
    after: { type: columns.type, grandTotal: columns.grandTotal },
  });
  return { id };
}

/**
 * Changes a contract that nobody has approved. Once it was submitted, what is agreed then is its next
 * version (docs/adr/0028).
 */
export const updateContract = contracts.action('update', async (ctx, row, body) => {
  const { versionReason, version: _version, ...entered } = body;
  const isVersioned = row.currentVersionNo > 0;
  if (isVersioned && !versionReason) {
    refuseFaults([{ field: 'versionReason', code: 'REQUIRED' }]);
  }
  const checked = await checkedContract(ctx, entered, row);
  if (entered.productModelId !== row.productModelId) await expectNothingPromised(ctx, row);
  const serialNumber = await serialOf(ctx, row.productId);
  await writeSchedule(ctx, row.id, checked.plan.rows);
  const { columns } = checked;
  const currentVersionNo = isVersioned
    ? await nextVersion(ctx, row, {
        agreed: { ...columns, productId: row.productId },
        schedule: checked.plan.rows,
        reason: versionReason ?? null,
        effectiveDate: columns.documentDate,
      })
    : 0;
  return {
    to: row.status,
    set: {
      ...stored(columns),
      currentVersionNo,
      searchText: searchTextFor(row, { ...checked, serialNumber }),
    },
    diff: changesOf(row, {
      price: columns.price,
      grandTotal: columns.grandTotal,
      customerId: columns.customerId,
      startDate: columns.startDate,
      endDate: columns.endDate,
    }),
  };
});

/** A container that is held, or that a requisition asks for, is of the model that was agreed. */
async function expectNothingPromised(ctx: Ctx, row: ContractRow): Promise<void> {
  const fault = (code: string) => refuseFaults([{ field: 'productModelId', code }]);
  if (row.productId !== null) fault('CONTAINER_RESERVED');
  // Asked anew, now that the contract is locked: whoever asks for its container locks it as well.
  const asked = await ctx.db
    .selectFrom('contracts as ct')
    .where('ct.id', '=', row.id)
    .select(isRequested.as('isRequested'))
    .executeTakeFirstOrThrow();
  if (asked.isRequested) fault('CONTAINER_REQUESTED');
}

export async function serialOf(ctx: Ctx, productId: string | null): Promise<string | null> {
  if (productId === null) return null;
  const { serialNumber } = await ctx.db
    .selectFrom('products')
    .where('id', '=', productId)
    .select('serialNumber')
    .executeTakeFirstOrThrow();
  return serialNumber;
}

/** Deletes a draft. */
export const deleteContract = (ctx: Ctx, { params }: Input<'contracts.delete'>) =>
  deleteDraft(ctx, contracts.type, {
    id: params.id,
    before: (row) => ({ type: row.type, grandTotal: row.grandTotal }),
  });

/** Amounts and schedule of what is entered, computed as they would be kept. */
export async function previewContract(ctx: Ctx, { body }: Input<'contracts.preview'>) {
  const { customerId, documentDate } = body;
  const customer = customerId ? await seenCustomer(ctx, { id: customerId }) : undefined;
  const companyId = customer?.companyId ?? ctx.actor.companyIds?.[0];
  const contract =
    body.contractId == null
      ? undefined
      : await loadVisible(ctx, contracts.type, { id: body.contractId });
  const vatRate = contract?.vatRate ?? (await rateOn(ctx, companyId, documentDate));
  const { plan, faults } = plannedOf(
    body,
    vatRate,
    contract && (await agreedRows(ctx, contract, body.effectiveDate ?? today(ctx.clock))),
  );
  refuseFaults(faults);
  if (!plan) throw new Error('every fault was refused');
  const listPrice =
    companyId !== undefined && body.productModelId
      ? await listPriceOf(ctx, {
          companyId,
          documentDate,
          productModelId: body.productModelId,
          type: body.type,
          interval: body.interval ?? null,
          vatMode: body.vatMode,
          vatRate,
        })
      : null;
  return {
    data: {
      totals: plan.totals,
      schedule: [...plan.rows],
      listPrice,
      discountPercent: discountOfList(listPrice, {
        ...body,
        discountType: body.discountType ?? null,
        discountValue: body.discountValue ?? null,
        installmentCount: body.installmentCount ?? null,
        interval: body.interval ?? null,
        startDate: body.startDate ?? null,
        endDate: body.endDate ?? null,
      }),
      discountLimit: discountLimitOf(ctx),
    },
  };
}

/** The rate of a document's date; what every company begins with where none is known. */
const rateOn = async (ctx: Ctx, companyId: string | undefined, on: string): Promise<string> =>
  companyId === undefined ? SETTINGS.vatRate.initial : vatRateOf(ctx, companyId, on);
