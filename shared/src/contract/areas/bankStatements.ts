import * as z from 'zod/mini';
import { BANK_LINE_STATUSES } from '../../domain/money/bankLineMachine.ts';
import {
  DATE_ORDERS,
  LINE_METHODS,
  MATCH_LEVELS,
  MATCH_REASONS,
  STATEMENT_FIELDS,
  STATEMENT_FORMATS,
  type StatementColumns,
  type StatementField,
} from '../../domain/money/statements.ts';
import * as field from '../../domain/values/fields.ts';
import {
  documentRef,
  historyEntry,
  nothing,
  orJson,
  recordFields,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { ability, list, mutation, one } from '../endpoint.ts';

/** Statements of the companies' bank accounts (docs/domain/containers.md "Money"). */
const PAGE = 'payment-data';
const VIEW = ability(`${PAGE}:view`);
const MAY = ability(`${PAGE}:import-statement`);
const STATEMENTS = '/bank_statements';
const LINES = '/bank_lines';
const MAX_ALLOCATIONS = 100;

/** Each of them may change what a line is, and what a customer owes. */
const DECIDED = ['bankLines', 'bankStatements', 'payments', 'invoices'];

const headings = z.object(
  Object.fromEntries(
    STATEMENT_FIELDS.map((name) => [name, field.optional(field.requiredText(100))]),
  ) as Record<StatementField, z.ZodMiniOptional<ReturnType<typeof field.requiredText>>>,
);
const columns = z.object({
  headings,
  dateOrder: z.enum(DATE_ORDERS, { error: 'ONE_OF' }),
});
const columnsOrJson = orJson(columns);

/** Columns as they are known: headings that no column has are left out. */
export const knownColumns = ({ headings: said, dateOrder }: z.output<typeof columns>) =>
  ({
    dateOrder,
    headings: Object.fromEntries(Object.entries(said).filter(([, name]) => name !== undefined)),
  }) as StatementColumns;

/** It travels beside the file, where everything is text. */
const fileBody = z.object({
  bankAccountId: field.id(),
  /** Of a CSV file; those that were said last unless given. */
  columns: field.optional(columnsOrJson),
});
const files = { field: 'file', max: 1, accepts: 'statements' } as const;

const fault = z.object({
  /** Of the file, counted as spreadsheets do. */
  row: z.int(),
  field: z.enum(STATEMENT_FIELDS),
  code: z.string(),
  value: z.string(),
  message: z.string(),
});
export type StatementFaultRow = z.infer<typeof fault>;

const inspected = z.object({
  format: z.enum(STATEMENT_FORMATS),
  accountNo: z.nullable(z.string()),
  /** The same file, where it was taken already. */
  known: z.nullable(z.object({ id: field.id(), createdAt: field.instant() })),
  /** Of a CSV file: its headings, its first rows below, and what the columns hold. */
  headings: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  columns: z.nullable(columns),
  isSaved: z.boolean(),
  /** Columns that were not there when those of the account were said. */
  newHeadings: z.array(z.string()),
  missing: z.array(z.enum(STATEMENT_FIELDS)),
  lineCount: z.int(),
  creditTotal: z.string(),
  debitTotal: z.string(),
  faultCount: z.int(),
  faults: z.array(fault),
  /** The first lines as they would be taken. */
  lines: z.array(
    z.object({
      row: z.int(),
      bookedOn: field.date(),
      amount: z.string(),
      reference: z.string(),
      payer: z.string(),
      description: z.string(),
    }),
  ),
});
export type InspectedStatement = z.infer<typeof inspected>;

const statementRow = z.object({
  ...recordFields,
  company: ref(),
  bankAccount: ref(),
  format: z.enum(STATEMENT_FORMATS),
  fileName: z.string(),
  fromDate: field.date(),
  toDate: field.date(),
  openingBalance: z.nullable(z.string()),
  closingBalance: z.nullable(z.string()),
  balanceGap: z.nullable(z.string()),
  /** Where it does not open with what the statement before it closed with: days between are missing. */
  gapBefore: z.nullable(
    z.object({
      fileName: z.string(),
      closedOn: field.date(),
      closingBalance: z.string(),
      amount: z.string(),
    }),
  ),
  lineCount: z.int(),
  repeatedCount: z.int(),
  faultCount: z.int(),
  creditTotal: z.string(),
  debitTotal: z.string(),
  /** How far its lines are. */
  openCount: z.int(),
  suggestedCount: z.int(),
  recordedCount: z.int(),
  /** Lines of it that may be the same as others, and on which nobody has decided. */
  alikeCount: z.int(),
  createdBy: z.nullable(userRef()),
});
const statementDetail = z.extend(statementRow, { faults: z.array(fault) });
export type BankStatement = z.infer<typeof statementDetail>;

const allocation = z.object({
  /** null: one that its reader may not read, as is its balance. */
  invoice: z.nullable(documentRef()),
  amount: z.string(),
  balance: z.nullable(z.string()),
});

const lineRow = z.object({
  ...recordFields,
  company: ref(),
  bankAccount: ref(),
  statement: z.object({ id: field.id(), fileName: z.string() }),
  rowNo: z.int(),
  bookedOn: field.date(),
  bookedAt: z.nullable(z.string()),
  valueOn: z.nullable(field.date()),
  /** Signed: what comes in is more than nothing. */
  amount: z.string(),
  balance: z.nullable(z.string()),
  reference: z.string(),
  payerReference: z.string(),
  payerName: z.string(),
  payerAccount: z.string(),
  description: z.string(),
  /** The line that it may be the same money as: whoever decides looks at both. */
  alike: z.nullable(z.object({ id: field.id(), fileName: z.string(), rowNo: z.int() })),
  status: z.enum(BANK_LINE_STATUSES),
  statusReason: z.nullable(z.string()),
  /** Who is taken for the payer; with a payment, who paid. */
  customer: z.nullable(ref()),
  confidence: z.nullable(z.int()),
  matchLevel: z.nullable(z.enum(MATCH_LEVELS)),
  reasons: z.array(z.enum(MATCH_REASONS)),
  allocations: z.array(allocation),
  payment: z.nullable(z.object({ id: field.id(), documentNo: z.string(), status: z.string() })),
  isPaymentMade: z.boolean(),
  allowedActions: z.array(z.string()),
});
export type BankLine = z.infer<typeof lineRow>;

const lineDetail = z.extend(lineRow, {
  history: z.array(historyEntry),
  /** Payments of this account and amount that no line is linked with. */
  payments: z.array(
    z.object({
      id: field.id(),
      documentNo: z.string(),
      status: z.string(),
      paidAt: field.instant(),
      customer: ref(),
      bankReference: z.nullable(z.string()),
    }),
  ),
});
export type BankLineDetail = z.infer<typeof lineDetail>;

export const bankStatementsArea = {
  'bankStatements.list': list({
    path: STATEMENTS,
    access: VIEW,
    summary: 'Bank statements that were taken',
    list: {
      filters: { bankAccountId: { kind: 'id', lookup: 'bankAccounts.master' } },
      sorts: ['createdAt'],
      defaultSort: '-createdAt',
      searchable: false,
      exportAbility: 'payment-data:export',
      exportColumns: [
        'fileName',
        'bankAccount',
        'fromDate',
        'toDate',
        'format',
        'lineCount',
        'repeatedCount',
        'faultCount',
        'alikeCount',
        'gapBefore',
        'recordedCount',
        'openCount',
        'creditTotal',
        'debitTotal',
        'createdAt',
        'createdBy',
      ],
    },
    row: statementRow,
  }),
  'bankStatements.get': one({
    path: `${STATEMENTS}/:id`,
    access: VIEW,
    summary: 'A bank statement, and the rows of it that could not be read',
    data: statementDetail,
  }),
  'bankStatements.inspect': mutation({
    method: 'POST',
    path: `${STATEMENTS}/inspect`,
    access: MAY,
    summary: 'What a file holds and how it would be taken; nothing is kept',
    notice: 'none',
    lookups: ['bankAccounts.master'],
    files,
    body: fileBody,
    data: inspected,
  }),
  'bankStatements.create': mutation({
    method: 'POST',
    path: STATEMENTS,
    access: MAY,
    summary: 'Takes the lines of a statement, and matches what came in with what is owed',
    // The totals are told by the page itself.
    notice: 'none',
    status: 201,
    lookups: ['bankAccounts.master'],
    files,
    body: fileBody,
    data: statementDetail,
    touches: ['bankStatements', 'bankLines', 'payments'],
  }),
  'bankStatements.delete': mutation({
    method: 'DELETE',
    path: `${STATEMENTS}/:id`,
    access: MAY,
    summary: 'Takes a statement out again as long as nothing was decided on its lines',
    data: nothing(),
    touches: ['bankStatements', 'bankLines'],
  }),

  'bankLines.list': list({
    path: LINES,
    access: VIEW,
    summary: 'Lines of bank statements',
    list: {
      filters: {
        status: { kind: 'enum', values: BANK_LINE_STATUSES },
        matchLevel: { kind: 'enum', values: MATCH_LEVELS },
        bankAccountId: { kind: 'id', lookup: 'bankAccounts.master' },
        statementId: { kind: 'id' },
      },
      sorts: ['bookedOn', 'amount'],
      defaultSort: '-bookedOn',
      dateField: 'bookedOn',
      counts: 'status',
      exportAbility: `${PAGE}:export`,
      exportColumns: [
        'bookedOn',
        'bankAccount',
        'amount',
        'reference',
        'payerName',
        'payerReference',
        'description',
        'status',
        'customer',
        'confidence',
        'payment',
        'statusReason',
      ],
    },
    row: lineRow,
    summaryOf: z.object({
      incoming: z.string(),
      recorded: z.string(),
      open: z.string(),
      openCount: z.int(),
    }),
  }),
  'bankLines.get': one({
    path: `${LINES}/:id`,
    access: VIEW,
    summary: 'A line, and the payments that it may be',
    data: lineDetail,
  }),
  'bankLines.confirm': mutation({
    method: 'POST',
    path: `${LINES}/:id/confirm`,
    access: MAY,
    summary: 'Enters the payment of a line; a second person verifies it',
    lookups: ['customers.master'],
    body: z.object({
      version: field.version(),
      customerId: field.id(),
      method: field.optional(z.enum(LINE_METHODS, { error: 'ONE_OF' })),
      remark: field.nullish(field.longText()),
      allocations: z
        .array(z.object({ invoiceId: field.id(), amount: field.positiveMoney() }))
        .check(z.maxLength(MAX_ALLOCATIONS, { error: 'TOO_MANY' })),
    }),
    data: lineDetail,
    touches: DECIDED,
  }),
  'bankLines.link': mutation({
    method: 'POST',
    path: `${LINES}/:id/link`,
    access: MAY,
    summary: 'Says which payment a line is',
    body: z.object({ version: field.version(), paymentId: field.id() }),
    data: lineDetail,
    touches: DECIDED,
  }),
  'bankLines.ignore': mutation({
    method: 'POST',
    path: `${LINES}/:id/ignore`,
    access: MAY,
    summary: 'Says that a line is no payment of a customer, and why',
    body: withReason(),
    data: lineDetail,
    touches: DECIDED,
  }),
  'bankLines.reopen': mutation({
    method: 'POST',
    path: `${LINES}/:id/reopen`,
    access: MAY,
    summary: 'Takes a link or an ignored line back',
    body: versionOnly(),
    data: lineDetail,
    touches: DECIDED,
  }),
  'bankLines.match': mutation({
    method: 'POST',
    path: `${LINES}/match`,
    access: MAY,
    summary: 'Matches the open lines of an account anew with what is owed by now',
    lookups: ['bankAccounts.master'],
    body: z.object({ bankAccountId: field.id() }),
    data: z.object({ suggested: z.int(), unmatched: z.int(), linked: z.int() }),
    touches: ['bankLines', 'bankStatements'],
  }),
} as const;
