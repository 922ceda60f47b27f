import { ImportButton } from '@boxyard/shared/kit';
import { addTexts, useT } from '@boxyard/shared/runtime';
import en from './i18n/opening.en.json';
import th from './i18n/opening.th.json';

// They come with the first file: no page waits for them.
addTexts('remote-purchase-sales', { en, th });

interface Columns {
  readonly required: readonly string[];
  readonly further: readonly string[];
}

/** Columns of the server's templates (docs/domain/money.md "Opening balances"). */
const COLUMNS = {
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

interface Props {
  readonly resource: keyof typeof COLUMNS;
  readonly ability: string;
}

/** Takes over what ran, was owed or was paid before the books were kept here. */
export function OpeningImport({ resource, ability }: Props) {
  const t = useT('remote-purchase-sales');
  const column = (key: string, required: boolean) => ({
    key,
    required,
    title: t(`${resource}.field.${key}`),
    help: t([`opening.${resource}.${key}`, `opening.help.${key}`, 'opening.help.other']),
  });
  const { required, further } = COLUMNS[resource];
  return (
    <ImportButton
      resource={resource}
      ability={ability}
      lead={t(`opening.${resource}.lead`)}
      columns={[
        ...required.map((key) => column(key, true)),
        ...further.map((key) => column(key, false)),
      ]}
    />
  );
}
