import {
  decimal,
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
} from '@boxyard/shared/domain';
import type { HeaderSnapshot, SupplierSnapshot } from '../../db/schema/purchasing.ts';
import { formatDate } from '../../documents/format.ts';
import type { DocumentColumn, DocumentTotal } from '../../documents/model.ts';
import type { Ctx, FileResult, Locale } from '../../kernel/index.ts';
import {
  documentPdf,
  headerFor,
  localisedName,
  signatureOf,
  signaturesOf,
  warehouseParty,
} from '../../workflow/index.ts';
import { orderDetail } from './orders/present.ts';
import { PDF_TEXTS, type PdfTexts } from './pdfTexts.ts';
import { receiptDetail } from './receipts/present.ts';
import { TEXTS as REQUEST_WORDS } from './requests/labels.ts';
import { requestDetail } from './requests/present.ts';
import { supplierPartNos } from './suppliers/supplierParts.ts';

/** Rates without needless zeros: `7.00` → `7`, `1.50` → `1.5`. */
const rate = (value: string): string => String(Number(value));

type Frozen = 'purchaseRequests' | 'purchaseOrders' | 'purchaseOrderReceipts';
const TYPES = {
  purchaseRequests: 'purchaseRequest',
  purchaseOrders: 'purchaseOrder',
  purchaseOrderReceipts: 'acceptance',
} as const;

/** The header as it was on approval; before that, as it is now (domain-warehouse 1.12). */
async function frozenHeader(
  ctx: Ctx,
  table: Frozen,
  document: {
    readonly id: string;
    readonly company: { readonly id: string };
    readonly documentHeader: { readonly id: string } | null;
  },
): Promise<HeaderSnapshot> {
  const row = await ctx.db
    .selectFrom(table)
    .select('headerSnapshot')
    .where('id', '=', document.id)
    .executeTakeFirst();
  return (
    row?.headerSnapshot ??
    headerFor(ctx, {
      companyId: document.company.id,
      type: TYPES[table],
      headerId: document.documentHeader?.id ?? null,
    })
  );
}

interface Contact {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

const contactLine = (contact: Contact | null): string =>
  contact === null ? '' : [contact.name, contact.phone, contact.email].filter(Boolean).join(' · ');

/** Where the goods go, and whom the supplier asks about the order. */
async function placeAndBuyer(ctx: Ctx, orderId: string) {
  const { rows } = await ctx.pg.query<{
    address: string | null;
    name: string | null;
    phone: string | null;
    email: string | null;
  }>({
    name: 'purchasing.orderContacts',
    text: `select w.address, btrim(u.first_name || ' ' || u.last_name) as name, u.phone, u.email
      from purchase_orders po join warehouses w on w.id = po.warehouse_id
      left join users u on u.id = coalesce(po.assignee_id, po.created_by) where po.id = $1`,
    values: [orderId],
  });
  const [row] = rows;
  const buyer = row?.name ? { name: row.name, phone: row.phone, email: row.email } : null;
  return { address: row?.address ?? '', buyer };
}

const supplierParty = (
  supplier: SupplierSnapshot,
  words: PdfTexts,
  contact: Contact | null = null,
) => ({
  label: words.supplier,
  lines: [
    `${supplier.code ?? ''} ${supplier.name}`.trim(),
    supplier.address,
    `${words.taxId} ${supplier.taxId} · ${
      supplier.branchCode === '00000' ? words.headOffice : `${words.branch} ${supplier.branchCode}`
    }`,
    contact === null ? '' : `${words.contact} ${contactLine(contact)}`,
  ].filter((line) => line !== ''),
});

interface Totals {
  readonly subTotal: string;
  readonly discountTotal: string;
  readonly baseAmount: string;
  readonly vatAmount: string;
  readonly vatRate: string;
  readonly vatMode: string;
  readonly grandTotal: string;
  readonly whtAmount: string;
  readonly whtRate: string;
  readonly netPayable: string;
}

export function totalsOf(amounts: Totals, words: PdfTexts): DocumentTotal[] {
  const hasDiscount = !decimal.isZero(amounts.discountTotal);
  const hasTax = !decimal.isZero(amounts.whtAmount);
  return [
    { label: words.subTotal, value: amounts.subTotal },
    ...(hasDiscount
      ? [{ label: words.discount, value: decimal.subtract(0, amounts.discountTotal) }]
      : []),
    ...(amounts.vatMode === 'none'
      ? []
      : [
          { label: words.base, value: amounts.baseAmount },
          { label: words.vat(rate(amounts.vatRate)), value: amounts.vatAmount },
        ]),
    { label: words.grand, value: amounts.grandTotal, strong: true },
    ...(hasTax
      ? [
          {
            label: words.wht(rate(amounts.whtRate)),
            value: decimal.subtract(0, amounts.whtAmount),
          },
          { label: words.net, value: amounts.netPayable, strong: true },
        ]
      : []),
  ];
}

const fact = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : []);

const dated = (date: string | null, locale: Locale): string | null =>
  date === null ? null : formatDate(date, locale);

const column = (
  key: string,
  label: string,
  more: Pick<DocumentColumn, 'width'> & Partial<DocumentColumn>,
): DocumentColumn => ({ key, label, ...more });

/** The request as PDF. */
export async function requestPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await requestDetail(ctx, id);
  const words = PDF_TEXTS[ctx.locale];
  const header = await frozenHeader(ctx, 'purchaseRequests', doc);
  const creator = signatureOf(doc.requester, doc.createdAt);
  const approver = signatureOf(doc.approvedBy, doc.approvedAt);
  const subject = { title: words.request, machine: purchaseRequestMachine, header, doc };
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [
      { label: words.requester, lines: [doc.requester.name] },
      warehouseParty(words.deliverTo, doc.warehouse, ctx.locale),
    ],
    facts: [
      {
        label: words.purpose,
        value: [REQUEST_WORDS.choice.purpose[doc.purpose][ctx.locale], doc.refNo]
          .filter(Boolean)
          .join(' · '),
      },
      ...fact(words.department, doc.department),
      { label: words.neededBy, value: formatDate(doc.neededBy, ctx.locale) },
      { label: words.validUntil, value: formatDate(doc.validUntil, ctx.locale) },
    ],
    columns: [
      column('no', '#', { width: 1, format: 'index' }),
      column('item', words.item, { width: 9 }),
      column('quantity', words.quantity, { width: 2.4, format: 'quantity' }),
      column('unit', words.unit, { width: 2 }),
      column('price', words.estimated, { width: 3, format: 'price' }),
      column('amount', words.amount, { width: 3.2, format: 'money' }),
    ],
    rows: doc.items.map((item) => ({
      item: {
        text: item.part ? localisedName(item.part, ctx.locale) : (item.freeText ?? ''),
        note: [item.part?.code, item.note].filter(Boolean).join(' · ') || undefined,
      },
      quantity: item.quantity,
      unit: localisedName(item.unit, ctx.locale),
      price: item.estimatedPrice,
      amount: item.amount,
    })),
    totals: [{ label: words.total, value: doc.estimatedTotal, strong: true }],
    amountInWords: doc.estimatedTotal,
    terms: header.terms ?? undefined,
    signatures: signaturesOf(header.signatureBlocks, {
      locale: ctx.locale,
      signers: { creator, approver },
      otherwise: [
        { label: words.requester, ...creator },
        { label: words.approver, ...approver },
      ],
    }),
  });
}

const partNoOf = (words: PdfTexts, partNo: string | undefined) =>
  partNo ? [words.supplierPartNo(partNo)] : [];

/** The order as PDF. */
export async function orderPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await orderDetail(ctx, id);
  const words = PDF_TEXTS[ctx.locale];
  const header = await frozenHeader(ctx, 'purchaseOrders', doc);
  const numbers = await supplierPartNos(ctx, {
    supplierId: doc.supplier.id,
    partIds: doc.items.flatMap(({ part }) => (part ? [part.id] : [])),
  });
  const creator = signatureOf(doc.createdBy, doc.createdAt);
  const approver = signatureOf(doc.approvedBy, doc.approvedAt);
  const subject = { title: words.order, machine: purchaseOrderMachine, header, doc };
  const { address, buyer } = await placeAndBuyer(ctx, id);
  const place = warehouseParty(words.deliverTo, doc.warehouse, ctx.locale);
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [
      supplierParty(doc.supplierSnapshot, words, doc.contact),
      { ...place, lines: [...place.lines, ...(address === '' ? [] : [address])] },
    ],
    facts: [
      {
        label: words.payment,
        value: doc.paymentType === 'cash' ? words.cash : words.credit(doc.creditDays),
      },
      ...fact(words.promised, dated(doc.promisedDate, ctx.locale)),
      ...fact(words.buyerContact, contactLine(buyer)),
      ...fact(words.confirmation, doc.supplierConfirmationNo),
      ...fact(words.request[0], doc.requests.map((request) => request.documentNo ?? '').join(', ')),
      ...(doc.revisionNo > 0 ? [{ label: words.revision, value: String(doc.revisionNo) }] : []),
    ],
    columns: [
      column('no', '#', { width: 1, format: 'index' }),
      column('item', words.item, { width: 8.5 }),
      column('quantity', words.quantity, { width: 2.3, format: 'quantity' }),
      column('unit', words.unit, { width: 1.9 }),
      column('price', words.price, { width: 2.8, format: 'price' }),
      column('discount', words.discount, { width: 2.2 }),
      column('amount', words.amount, { width: 3.1, format: 'money' }),
    ],
    rows: doc.items.map((item) => ({
      item: {
        text: item.part ? localisedName(item.part, ctx.locale) : item.description,
        note:
          [
            item.part?.code,
            ...partNoOf(words, numbers.get(item.part?.id ?? '')),
            item.part && item.description !== item.part.name ? item.description : null,
            item.promisedDate && item.promisedDate !== doc.promisedDate
              ? words.lineDate(formatDate(item.promisedDate, ctx.locale))
              : null,
            item.warrantyMonths > 0 ? words.warranty(item.warrantyMonths) : null,
          ]
            .filter(Boolean)
            .join(' · ') || undefined,
      },
      quantity: item.quantity,
      unit: localisedName(item.unit, ctx.locale),
      price: item.unitPrice,
      discount: item.discount
        ? item.discount.type === 'percent'
          ? `${rate(item.discount.value)}%`
          : item.discount.value
        : null,
      amount: item.lineTotal,
    })),
    totals: totalsOf(doc, words),
    amountInWords: doc.grandTotal,
    terms: doc.terms ?? header.terms ?? undefined,
    signatures: signaturesOf(header.signatureBlocks, {
      locale: ctx.locale,
      signers: { creator, approver },
      otherwise: [
        { label: words.buyer, ...creator },
        { label: words.approver, ...approver },
        { label: words.supplier },
      ],
    }),
  });
}

/** The receipt as PDF. */
export async function receiptPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await receiptDetail(ctx, id);
  const words = PDF_TEXTS[ctx.locale];
  const header = await frozenHeader(ctx, 'purchaseOrderReceipts', doc);
  const receiver = signatureOf(doc.createdBy, doc.createdAt);
  const subject = { title: words.receipt, machine: receiptMachine, header, doc };
  return documentPdf(ctx, subject, {
    date: doc.receivedDate,
    parties: [
      supplierParty(doc.supplierSnapshot, words),
      warehouseParty(words.deliverTo, doc.warehouse, ctx.locale),
    ],
    facts: [
      ...fact(words.orderNo, doc.order.documentNo),
      ...fact(words.deliveryNo, doc.supplierDeliveryNo),
      ...fact(
        words.invoice,
        [doc.taxInvoiceNo, dated(doc.taxInvoiceDate, ctx.locale)].filter(Boolean).join(' · '),
      ),
    ],
    columns: [
      column('no', '#', { width: 1, format: 'index' }),
      column('item', words.item, { width: 8.5 }),
      column('accepted', words.accepted, { width: 2.2, format: 'quantity' }),
      column('rejected', words.rejected, { width: 2.2, format: 'quantity' }),
      column('unit', words.unit, { width: 1.9 }),
      column('price', words.price, { width: 2.8, format: 'price' }),
      column('amount', words.amount, { width: 3.1, format: 'money' }),
    ],
    rows: doc.items.map((item) => ({
      item: {
        text: item.part ? localisedName(item.part, ctx.locale) : item.description,
        note:
          [
            item.part?.code,
            ...item.lots.map((lot) => lot.lotNo),
            ...item.serials,
            item.rejectReason,
          ]
            .filter(Boolean)
            .join(' · ') || undefined,
      },
      accepted: item.acceptedQty,
      rejected: item.rejectedQty,
      unit: localisedName(item.unit, ctx.locale),
      price: item.unitPrice,
      amount: item.lineTotal,
    })),
    totals: totalsOf(doc, words),
    amountInWords: doc.grandTotal,
    terms: header.terms ?? undefined,
    signatures: [
      ...signaturesOf(header.signatureBlocks, {
        locale: ctx.locale,
        signers: {
          creator: receiver,
          receiver,
          approver: signatureOf(doc.approvedBy, doc.approvedAt),
        },
        otherwise: [{ label: words.receiver, ...receiver }],
      }),
      ...doc.committee.map((name) => ({ label: words.committee, name })),
    ],
  });
}
