import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { paymentMachine } from '../../domain/money/paymentMachine.ts';
import * as field from '../../domain/values/fields.ts';
import { documentRef, ref } from '../common.ts';
import { ability, file, list } from '../endpoint.ts';

/** Input VAT, reports of a month, and certificates of withheld tax (docs/domain/containers.md "Money"). */
const PAGE = 'payment-data';
const may = (...verbs: readonly string[]) => ability(...verbs.map((verb) => `${PAGE}:${verb}`));

/** Whole months, and what was bought: for whoever declares them, not for all who see payments. */
const DECLARES = may('export', 'close-tax-period');

export const taxPeriod = () =>
  z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'PERIOD' }));
const month = z.object({ companyId: field.id(), period: taxPeriod() });

export const INPUT_TAX_KINDS = ['taxInvoice', 'cancellation'] as const;

export const taxesArea = {
  'inputTax.list': list({
    path: '/input_tax',
    access: DECLARES,
    summary: 'Input VAT: tax invoices of suppliers, and what took them back',
    list: {
      filters: {
        kind: { kind: 'enum', values: INPUT_TAX_KINDS },
        supplierId: { kind: 'id', lookup: 'suppliers.master' },
        companyId: { kind: 'id', lookup: 'companies.all' },
      },
      sorts: ['taxDate', 'documentNo'],
      defaultSort: 'taxDate',
      dateField: 'taxDate',
      exportAbility: `${PAGE}:export`,
      exportColumns: [
        'sequence',
        'invoiceDate',
        'documentNo',
        'supplierName',
        'taxId',
        'branchCode',
        'baseAmount',
        'vatAmount',
        'grandTotal',
        'kind',
        'receipt',
      ],
    },
    row: z.object({
      id: field.id(),
      /** Its place in the company's report of that month. */
      sequence: z.int(),
      kind: z.enum(INPUT_TAX_KINDS),
      taxDate: field.date(),
      invoiceDate: field.date(),
      documentNo: z.string(),
      supplierName: z.string(),
      taxId: z.nullable(z.string()),
      branchCode: z.nullable(z.string()),
      baseAmount: z.string(),
      vatAmount: z.string(),
      grandTotal: z.string(),
      receipt: documentRef(),
    }),
    summaryOf: z.object({ baseAmount: z.string(), vatAmount: z.string(), grandTotal: z.string() }),
  }),
  'taxReports.output': file({
    path: '/tax_reports/output',
    access: DECLARES,
    summary: 'The report of output VAT of a month as a PDF',
    mime: 'application/pdf',
    query: month,
  }),
  'taxReports.input': file({
    path: '/tax_reports/input',
    access: DECLARES,
    summary: 'The report of input VAT of a month as a PDF',
    mime: 'application/pdf',
    query: month,
  }),
  'whtCertificates.list': list({
    path: '/wht_certificates',
    access: may('view'),
    summary: 'Certificates of withheld tax that customers have sent',
    list: {
      filters: {
        status: { kind: 'enum', values: statusesOf(paymentMachine) },
        customerId: { kind: 'id', lookup: 'customers.master' },
        companyId: { kind: 'id', lookup: 'companies.all' },
      },
      sorts: ['whtCertDate', 'whtCertNo'],
      defaultSort: '-whtCertDate',
      dateField: 'whtCertDate',
      exportAbility: `${PAGE}:export`,
      exportColumns: [
        'whtCertDate',
        'whtCertNo',
        'customer',
        'taxId',
        'invoices',
        'income',
        'amount',
        'payment',
        'status',
      ],
    },
    row: z.object({
      id: field.id(),
      whtCertDate: field.date(),
      whtCertNo: z.string(),
      company: ref(),
      customer: ref(),
      taxId: z.nullable(z.string()),
      /** Invoices that it settles, as they are called. */
      invoices: z.array(z.string()),
      /** What tax was withheld from, by the rates of those invoices. */
      income: z.string(),
      amount: z.string(),
      payment: documentRef(),
      status: z.enum(statusesOf(paymentMachine)),
    }),
    summaryOf: z.object({ amount: z.string() }),
  }),
  'whtCertificates.missing': list({
    path: '/wht_certificates/missing',
    access: may('view'),
    summary: 'Invoices that are paid but for withheld tax whose certificate has not come',
    list: {
      filters: {
        customerId: { kind: 'id', lookup: 'customers.master' },
        companyId: { kind: 'id', lookup: 'companies.all' },
      },
      sorts: ['dueDate', 'documentNo'],
      defaultSort: 'dueDate',
      dateField: 'dueDate',
      exportAbility: `${PAGE}:export`,
      exportColumns: [
        'documentNo',
        'dueDate',
        'customer',
        'taxId',
        'baseAmount',
        'whtRate',
        'whtAmount',
        'missing',
        'paidOn',
      ],
    },
    row: z.object({
      id: field.id(),
      documentNo: z.string(),
      dueDate: field.date(),
      company: ref(),
      customer: ref(),
      taxId: z.nullable(z.string()),
      baseAmount: z.string(),
      whtRate: z.string(),
      whtAmount: z.string(),
      /** Of it what no certificate stands for yet. */
      missing: z.string(),
      /** When its money came in last. */
      paidOn: z.nullable(field.date()),
    }),
    summaryOf: z.object({ missing: z.string() }),
  }),
} as const;
