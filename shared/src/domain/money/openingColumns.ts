interface Columns {
  readonly required: readonly string[];
  readonly further: readonly string[];
}

/** Columns of the files by which opening balances are taken over (docs/domain/money.md "Opening balances"). */
export const OPENING_COLUMNS = {
  contracts: {
    required: ['formerNo', 'customer', 'serialNumber', 'type', 'documentDate', 'price', 'paid'],
    further: [
      'takenOverOn',
      'startDate',
      'endDate',
      'vatMode',
      'whtRate',
      'depositAmount',
      'depositRefundable',
      'downPayment',
      'installmentCount',
      'interval',
      'dueDay',
      'firstDueDate',
      'interestType',
      'interestRate',
      'titleHolder',
      'sale',
      'contactName',
      'contactPhone',
      'warrantyMonths',
      'remark',
    ],
  },
  invoices: {
    required: ['formerNo', 'customer', 'dueDate', 'amount'],
    further: ['company', 'vatMode', 'whtRate', 'description', 'remark'],
  },
  payments: {
    required: ['customer', 'paidAt', 'method', 'amount'],
    further: [
      'company',
      'invoice',
      'bankAccount',
      'bankReference',
      'payerName',
      'payerBank',
      'chequeNo',
      'chequeDate',
      'remark',
    ],
  },
} as const satisfies Readonly<Record<string, Columns>>;
