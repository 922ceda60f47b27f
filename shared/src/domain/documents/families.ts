import { containerRequisitionMachine } from '../containers/containerRequisitionMachine.ts';
import { containerTransferMachine } from '../containers/containerTransferMachine.ts';
import { inspectionMachine } from '../containers/inspectionMachine.ts';
import { productMachine } from '../containers/productMachine.ts';
import { containerReceiptMachine } from '../containers/receiptMachine.ts';
import type { Machine } from '../machine/machine.ts';
import { billingNoteMachine } from '../money/billingNoteMachine.ts';
import { creditNoteMachine } from '../money/creditNoteMachine.ts';
import { debitNoteMachine } from '../money/debitNoteMachine.ts';
import { invoiceMachine } from '../money/invoiceMachine.ts';
import { paymentMachine } from '../money/paymentMachine.ts';
import { biddingMachine, quotationMachine } from '../purchasing/biddingMachines.ts';
import {
  goodsImportMachine,
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
} from '../purchasing/machines.ts';
import { supplierPaymentMachine } from '../purchasing/supplierPaymentMachine.ts';
import { contractMachine } from '../sales/contractMachine.ts';
import { partSaleMachine } from '../sales/partSaleMachine.ts';
import { warrantyMachine, warrantyRequestMachine } from '../sales/warrantyMachine.ts';
import { jobMachine } from '../service/jobMachine.ts';
import { auditMachine } from '../warehouse/auditMachine.ts';
import { claimMachine } from '../warehouse/claimMachine.ts';
import { destructionMachine } from '../warehouse/destructionMachine.ts';
import { repairMachine } from '../warehouse/repairMachine.ts';
import { requisitionMachine } from '../warehouse/requisitionMachine.ts';
import { transferMachine } from '../warehouse/transferMachine.ts';
import { transformationMachine } from '../warehouse/transformationMachine.ts';

/** What server and browser know of a family of documents (ADR 0019). */
export interface FamilyDeclaration {
  readonly machine: Machine;
  /** Its table, by the camelCase of its name. */
  readonly table: string;
  /** Prefix of its numbers: `PR`. */
  readonly prefix: string;
  /** Route of the page that opens one by its id; absent where more than the id leads there. */
  readonly opens?: string;
  /** The page that shows one beside its list (`?record=`), where it has no route of its own. */
  readonly within?: { readonly page: string; readonly query: Readonly<Record<string, string>> };
  /** `Purchase request`, as notifications, the activity log and related documents call one. */
  readonly label: { readonly en: string; readonly th: string };
}

/**
 * Every family of documents, by its name in the contract, in the order in which they follow each
 * other. Machines, subjects of the activity log, names and pages of records, and the texts that all
 * families have are taken from here.
 */
export const DOCUMENT_FAMILIES = {
  purchaseRequests: {
    machine: purchaseRequestMachine,
    table: 'purchaseRequests',
    prefix: 'PR',
    opens: 'purchase-request-detail',
    label: { en: 'Purchase request', th: 'ใบขอซื้อ' },
  },
  biddings: {
    machine: biddingMachine,
    table: 'biddings',
    prefix: 'QT',
    label: { en: 'Bidding round', th: 'รอบประมูลราคา' },
  },
  quotations: {
    machine: quotationMachine,
    table: 'quotations',
    prefix: 'QT',
    label: { en: 'Quotation', th: 'ใบเสนอราคา' },
  },
  purchaseOrders: {
    machine: purchaseOrderMachine,
    table: 'purchaseOrders',
    prefix: 'PO',
    opens: 'purchase-order-detail',
    label: { en: 'Purchase order', th: 'ใบสั่งซื้อ' },
  },
  receipts: {
    machine: receiptMachine,
    table: 'purchaseOrderReceipts',
    prefix: 'RC',
    opens: 'receipt-detail',
    label: { en: 'Receipt', th: 'ใบตรวจรับ' },
  },
  supplierPayments: {
    machine: supplierPaymentMachine,
    table: 'supplierPayments',
    prefix: 'PV',
    label: { en: 'Supplier payment', th: 'ใบจ่ายชำระผู้จำหน่าย' },
  },
  goodsImports: {
    machine: goodsImportMachine,
    table: 'goodsImports',
    prefix: 'IM',
    opens: 'import-warehouse-detail',
    label: { en: 'Goods import', th: 'ใบนำเข้าสินค้า' },
  },
  requisitions: {
    machine: requisitionMachine,
    table: 'requisitions',
    prefix: 'RQ',
    opens: 'parts-requisition-view',
    label: { en: 'Parts requisition', th: 'ใบเบิกอะไหล่' },
  },
  transfers: {
    machine: transferMachine,
    table: 'partTransfers',
    prefix: 'TF',
    opens: 'parts-transfer-detail',
    label: { en: 'Parts transfer', th: 'ใบโอนย้ายอะไหล่' },
  },
  audits: {
    machine: auditMachine,
    table: 'audits',
    prefix: 'AU',
    opens: 'audit-detail',
    label: { en: 'Stock audit', th: 'ใบตรวจนับสต็อก' },
  },
  claims: {
    machine: claimMachine,
    table: 'claims',
    prefix: 'CL',
    opens: 'claim-detail',
    label: { en: 'Claim', th: 'ใบเคลมอะไหล่' },
  },
  repairs: {
    machine: repairMachine,
    table: 'repairs',
    prefix: 'RP',
    opens: 'repair-update',
    label: { en: 'Repair', th: 'ใบซ่อมอะไหล่' },
  },
  destructions: {
    machine: destructionMachine,
    table: 'destructions',
    prefix: 'DS',
    opens: 'destruction-update',
    label: { en: 'Destruction', th: 'ใบทำลายอะไหล่' },
  },
  transformations: {
    machine: transformationMachine,
    table: 'transformations',
    prefix: 'TM',
    opens: 'transformation-detail',
    label: { en: 'Transformation', th: 'ใบแปรสภาพอะไหล่' },
  },
  products: {
    machine: productMachine,
    table: 'products',
    prefix: 'PD',
    opens: 'container-warehouse-tracking-info',
    label: { en: 'Container', th: 'ตู้' },
  },
  containerReceipts: {
    machine: containerReceiptMachine,
    table: 'containerReceipts',
    prefix: 'WR',
    opens: 'import-warehouse-inventory-detail',
    label: { en: 'Container receipt', th: 'ใบรับตู้เข้าคลัง' },
  },
  containerRequisitions: {
    machine: containerRequisitionMachine,
    table: 'containerRequisitions',
    prefix: 'WD',
    opens: 'container-requisition-detail',
    label: { en: 'Container requisition', th: 'ใบเบิกตู้' },
  },
  containerTransfers: {
    machine: containerTransferMachine,
    table: 'containerTransfers',
    prefix: 'WT',
    opens: 'container-transfer-detail',
    label: { en: 'Container transfer', th: 'ใบโอนย้ายตู้' },
  },
  inspections: {
    machine: inspectionMachine,
    table: 'inspections',
    prefix: 'FU',
    opens: 'inspection-detail',
    label: { en: 'Container inspection', th: 'ใบตรวจตู้' },
  },
  partSales: {
    machine: partSaleMachine,
    table: 'partSales',
    prefix: 'SP',
    opens: 'part-sale-detail',
    label: { en: 'Parts sale', th: 'ใบขายอะไหล่' },
  },
  contracts: {
    machine: contractMachine,
    table: 'contracts',
    prefix: 'CT',
    opens: 'purchase-contract-detail',
    label: { en: 'Contract', th: 'สัญญา' },
  },
  invoices: {
    machine: invoiceMachine,
    table: 'invoices',
    prefix: 'IV',
    within: { page: 'payment-data', query: { tab: 'invoices' } },
    label: { en: 'Invoice', th: 'ใบแจ้งหนี้' },
  },
  payments: {
    machine: paymentMachine,
    table: 'payments',
    prefix: 'PY',
    within: { page: 'payment-data', query: { tab: 'payments' } },
    label: { en: 'Payment', th: 'รายการรับชำระ' },
  },
  creditNotes: {
    machine: creditNoteMachine,
    table: 'creditNotes',
    prefix: 'CN',
    within: { page: 'payment-data', query: { tab: 'credit-notes' } },
    label: { en: 'Credit note', th: 'ใบลดหนี้' },
  },
  debitNotes: {
    machine: debitNoteMachine,
    table: 'debitNotes',
    prefix: 'DN',
    within: { page: 'payment-data', query: { tab: 'debit-notes' } },
    label: { en: 'Debit note', th: 'ใบเพิ่มหนี้' },
  },
  billingNotes: {
    machine: billingNoteMachine,
    table: 'billingNotes',
    prefix: 'BN',
    within: { page: 'payment-data', query: { tab: 'billing-notes' } },
    label: { en: 'Billing note', th: 'ใบวางบิล' },
  },
  warrantyRequests: {
    machine: warrantyRequestMachine,
    table: 'warrantyRequests',
    prefix: 'WQ',
    within: { page: 'warranty', query: { tab: 'requests' } },
    label: { en: 'Warranty request', th: 'คำขอรับประกัน' },
  },
  warranties: {
    machine: warrantyMachine,
    table: 'warranties',
    prefix: 'WA',
    within: { page: 'warranty', query: { tab: 'warranties' } },
    label: { en: 'Warranty', th: 'การรับประกัน' },
  },
  jobs: {
    machine: jobMachine,
    table: 'jobs',
    prefix: 'JB',
    opens: 'repair-job-update',
    label: { en: 'Job', th: 'งานบริการ' },
  },
} as const satisfies Readonly<Record<string, FamilyDeclaration>>;

export type DocumentFamilyName = keyof typeof DOCUMENT_FAMILIES;

export const documentFamilyNames = Object.keys(DOCUMENT_FAMILIES) as DocumentFamilyName[];

const declarations: Readonly<Record<string, FamilyDeclaration>> = DOCUMENT_FAMILIES;

/** The declaration of a family of documents; undefined for any other subject. */
export const declarationOf = (family: string): FamilyDeclaration | undefined =>
  declarations[family];

/** What documents of a machine are called; undefined where these are no documents. */
export const labelOfMachine = (machineId: string): FamilyDeclaration['label'] | undefined =>
  Object.values(declarations).find(({ machine }) => machine.id === machineId)?.label;

/** The family whose documents have a machine; undefined where these are no documents. */
export const subjectOfMachine = (machineId: string): string | undefined =>
  Object.keys(declarations).find((family) => declarations[family]?.machine.id === machineId);

/** `Purchase request` within a sentence. */
export const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);
