import { branchName } from '@boxyard/shared/domain/people/companies.ts';
import {
  type ContractStatus,
  contractMachine,
} from '@boxyard/shared/domain/sales/contractMachine.ts';
import { type InstallSite, siteAddress } from '@boxyard/shared/domain/sales/contracts.ts';
import type { ContractType, ScheduleRow } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import type { HeaderSnapshot } from '../../../db/schema/purchasing.ts';
import { formatDate } from '../../../documents/format.ts';
import {
  byLanguage,
  type Ctx,
  type FileResult,
  type Input,
  notFound,
} from '../../../kernel/index.ts';
import {
  AMOUNT_WORDS,
  COMMON_WORDS,
  documentPdf,
  documentTitle,
  loadVisible,
} from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { shownVersion } from './shown.ts';
import { type ContractRow, contracts, scheduleOf } from './type.ts';
import { snapshotOf } from './versions.ts';

const WORDS = byLanguage({
  title: documentTitle('contracts'),
  customer: TEXTS.field.customer,
  taxId: COMMON_WORDS.field.taxId,
  site: TEXTS.field.installSite,
  type: { en: 'Kind of contract', th: 'ประเภทสัญญา' },
  container: TEXTS.field.product,
  serial: { en: 'Serial number', th: 'หมายเลขเครื่อง' },
  from: TEXTS.field.startDate,
  until: TEXTS.field.endDate,
  version: { en: 'Version', th: 'ฉบับที่' },
  warranty: { en: 'Warranty', th: 'รับประกัน' },
  months: { en: (count: number) => `${count} months`, th: (count: number) => `${count} เดือน` },
  due: TEXTS.field.dueDate,
  what: { en: 'Payment', th: 'รายการชำระ' },
  principal: TEXTS.field.principal,
  interest: TEXTS.field.interest,
  vat: AMOUNT_WORDS.vatAmount,
  total: TEXTS.field.total,
  kinds: {
    en: { deposit: 'Deposit', downPayment: 'Down payment', installment: 'Payment' },
    th: { deposit: 'เงินประกัน', downPayment: 'เงินดาวน์', installment: 'งวด' },
  },
  subTotal: TEXTS.field.price,
  discount: TEXTS.field.discountValue,
  interestTotal: TEXTS.field.interest,
  vatTotal: AMOUNT_WORDS.vatAmount,
  grandTotal: { en: 'Total', th: 'รวมทั้งสิ้น' },
  wht: { en: 'Withholding tax', th: 'ภาษีหัก ณ ที่จ่าย' },
  net: { en: 'To be paid', th: 'ยอดชำระ' },
  company: { en: 'For the company', th: 'ผู้มีอำนาจลงนาม' },
  contractor: TEXTS.field.customer,
  witness: { en: 'Witness', th: 'พยาน' },
});

/** A snapshot as it is printed (`snapshotOf`). */
type Printed = {
  readonly type: ContractType;
  readonly documentDate: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly warrantyMonths: number;
  readonly witnesses: readonly string[];
  readonly customer: {
    readonly name: string;
    readonly nameEn: string | null;
    readonly taxId: string | null;
    readonly branchCode: string | null;
    readonly address: string;
    readonly addressTh: string;
  };
  readonly productModel: { readonly code: string; readonly name: string; readonly nameTh: string };
  readonly product: { readonly serialNumber: string } | null;
  readonly installSite: InstallSite;
  readonly totals: Readonly<Record<string, string>>;
  readonly schedule: readonly ScheduleRow[];
  readonly clauses: Readonly<Record<'en' | 'th', string>>;
  readonly header: HeaderSnapshot;
};

const isMore = (amount: string | undefined): amount is string =>
  amount !== undefined && !/^0(\.0+)?$/.test(amount);

/** What a version is, whatever became of the contract later: agreed, or a draft that nobody approved. */
const statusOf = ({ approvedAt }: { readonly approvedAt: Date | null }): ContractStatus =>
  approvedAt === null ? 'pending' : 'approved';

/** Prints a snapshot: whatever was agreed on a day prints the same on any other. */
async function printed(
  ctx: Ctx,
  row: Pick<ContractRow, 'documentNo' | 'status'>,
  version: { readonly snapshot: Printed; readonly versionNo: number },
): Promise<FileResult> {
  const { locale } = ctx;
  const { versionNo } = version;
  const snapshot = shownVersion(ctx, version.snapshot);
  const words = WORDS[locale];
  const { customer, productModel, product, totals } = snapshot;
  const name = locale === 'th' ? customer.name : (customer.nameEn ?? customer.name);
  const model = locale === 'th' ? productModel.nameTh || productModel.name : productModel.name;
  const subject = {
    title: words.title,
    machine: contractMachine,
    header: snapshot.header,
    doc: { documentNo: row.documentNo, status: row.status, remark: null },
  };
  const line = (label: string, value: string | undefined, strong = false) =>
    isMore(value) || strong ? [{ label, value: value ?? '0.00', strong }] : [];
  return documentPdf(ctx, subject, {
    date: snapshot.documentDate,
    parties: [
      {
        label: words.customer,
        lines: [
          name,
          locale === 'th' ? customer.addressTh : customer.address,
          ...(customer.taxId ? [`${words.taxId} ${customer.taxId}`] : []),
          ...(customer.branchCode ? [branchName(customer.branchCode, locale)] : []),
        ].filter((line) => line !== ''),
      },
      {
        label: words.site,
        lines: [
          siteAddress(snapshot.installSite, locale),
          `${snapshot.installSite.contactName} ${snapshot.installSite.contactPhone}`,
        ],
      },
    ],
    facts: [
      { label: words.type, value: TEXTS.choice.type[snapshot.type][locale] },
      { label: words.container, value: `${productModel.code} ${model}` },
      ...(product ? [{ label: words.serial, value: product.serialNumber }] : []),
      { label: words.from, value: formatDate(snapshot.startDate, locale) },
      ...(snapshot.endDate
        ? [{ label: words.until, value: formatDate(snapshot.endDate, locale) }]
        : []),
      { label: words.warranty, value: words.months(snapshot.warrantyMonths) },
      ...(versionNo > 0 ? [{ label: words.version, value: String(versionNo) }] : []),
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'what', label: words.what, width: 4 },
      { key: 'due', label: words.due, width: 3 },
      { key: 'principal', label: words.principal, width: 3, format: 'money' },
      { key: 'interest', label: words.interest, width: 2.6, format: 'money' },
      { key: 'vat', label: words.vat, width: 2.6, format: 'money' },
      { key: 'total', label: words.total, width: 3, format: 'money' },
    ],
    rows: snapshot.schedule.map((payment) => ({
      what: words.kinds[payment.kind],
      due: formatDate(payment.dueDate, locale),
      principal: payment.principal,
      interest: payment.interest,
      vat: payment.vat,
      total: payment.total,
    })),
    totals: [
      ...line(words.subTotal, totals.subTotal, true),
      ...line(words.discount, totals.discountTotal),
      ...line(words.interestTotal, totals.interestTotal),
      ...line(words.vatTotal, totals.vatAmount),
      ...line(words.grandTotal, totals.grandTotal, true),
      ...(isMore(totals.whtAmount)
        ? [...line(words.wht, totals.whtAmount), ...line(words.net, totals.netReceivable, true)]
        : []),
    ],
    amountInWords: totals.grandTotal,
    terms: snapshot.clauses[locale],
    signatures: [
      { label: words.company },
      { label: words.contractor, name },
      ...snapshot.witnesses.map((witness) => ({ label: words.witness, name: witness })),
    ],
  });
}

/** The contract as it is agreed now; a draft as it stands, with its stamp. */
export async function contractPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const row = await loadVisible(ctx, contracts.type, { id });
  const version =
    row.currentVersionNo === 0
      ? undefined
      : await ctx.db
          .selectFrom('contractVersions')
          .where('contractId', '=', id)
          .where('versionNo', '=', row.currentVersionNo)
          .select('snapshot')
          .executeTakeFirst();
  const snapshot =
    version?.snapshot ??
    (await snapshotOf(ctx, row, { agreed: row, schedule: await scheduleOf(ctx, id) })).snapshot;
  return printed(ctx, row, {
    snapshot: snapshot as unknown as Printed,
    versionNo: row.currentVersionNo,
  });
}

/** A version as PDF: made of what it keeps, so that it never reads differently. */
export async function contractVersionPdf(
  ctx: Ctx,
  { params }: Input<'contracts.versionPdf'>,
): Promise<FileResult> {
  const row = await loadVisible(ctx, contracts.type, { id: params.id });
  const version = await ctx.db
    .selectFrom('contractVersions')
    .where('id', '=', params.versionId)
    .where('contractId', '=', row.id)
    .select(['snapshot', 'versionNo', 'approvedAt'])
    .executeTakeFirst();
  if (!version) throw notFound();
  const { documentNo } = row;
  return printed(
    ctx,
    { documentNo, status: statusOf(version) },
    {
      snapshot: version.snapshot as unknown as Printed,
      versionNo: version.versionNo,
    },
  );
}
