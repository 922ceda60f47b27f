import {
  ActionDialog,
  CallDialog,
  ListPage,
  useQueryParams,
  useResourceText,
} from '@boxyard/shared/kit';
import { notifySuccess, useCan, useT } from '@boxyard/shared/runtime';
import { Button, Tabs } from '@boxyard/shared/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { moneyPath } from '../../moneyTabs.ts';
import { Figures } from './Figures.tsx';
import { keepReport, type Month, type Register } from './MonthReports.tsx';
import {
  certificates,
  closeFields,
  inputTax,
  missingCertificates,
  taxInvoices,
  taxPeriods,
} from './tax.resource.tsx';

const VIEWS = ['output', 'input', 'months', 'certificates', 'missing'] as const;
type View = (typeof VIEWS)[number];
/** Where which of them stands in the address; what the list before it was filtered by is dropped. */
const KEY = 'vat';

/** VAT by month, and tax that customers withheld. */
export function TaxTab() {
  const t = useT('remote-purchase-sales');
  const [search, setSearch] = useQueryParams();
  const mayExport = useCan('payment-data:export');
  const mayClose = useCan('payment-data:close-tax-period');
  const mayDeclare = mayExport || mayClose;
  const views = VIEWS.filter((view) => view !== 'input' || mayDeclare);
  const asked = search.get(KEY);
  const view = views.find((one) => one === asked) ?? 'output';
  const content: Readonly<Record<View, () => React.ReactNode>> = {
    output: () => <OutputTax mayDeclare={mayDeclare} />,
    input: () => <InputTax />,
    months: () => (
      <ListPage
        resource={taxPeriods}
        embedded
        onCreate={false}
        actions={mayClose ? <CloseMonth /> : null}
      />
    ),
    certificates: () => <Certificates />,
    missing: () => <Missing />,
  };
  return (
    <Tabs
      isNested
      activeKey={view}
      onChange={(next) => setSearch(() => new URLSearchParams({ tab: 'tax', [KEY]: next }))}
      items={views.map((key) => ({
        key,
        label: t(`taxViews.${key}`),
        children: key === view ? content[key]() : null,
      }))}
    />
  );
}

const sumsOf = (sums: {
  readonly baseAmount: string;
  readonly vatAmount: string;
  readonly grandTotal: string;
}) =>
  [
    ['baseAmount', sums.baseAmount],
    ['vatAmount', sums.vatAmount],
    ['grandTotal', sums.grandTotal],
  ] as const;

function OutputTax({ mayDeclare }: { readonly mayDeclare: boolean }) {
  return (
    <ListPage
      resource={taxInvoices}
      embedded
      onCreate={false}
      actions={mayDeclare ? <PrintMonth register="output" /> : null}
      summary={(sums) => <Figures of="taxInvoices" items={sumsOf(sums)} />}
    />
  );
}

function InputTax() {
  return (
    <ListPage
      resource={inputTax}
      embedded
      onCreate={false}
      actions={<PrintMonth register="input" />}
      summary={(sums) => <Figures of="inputTax" items={sumsOf(sums)} />}
    />
  );
}

/** Asks for company and month, as closing does. */
function PrintMonth({ register }: { readonly register: Register }) {
  const t = useT('remote-purchase-sales');
  const text = useResourceText(taxInvoices);
  const [asking, ask] = useState(false);
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Button onClick={() => ask(true)}>{t('taxPeriods.printMonth')}</Button>
      {asking ? (
        <ActionDialog
          title={t(`taxPeriods.report.${register}`)}
          consequence={t('taxPeriods.printText')}
          okText={t('taxPeriods.printMonth')}
          danger={false}
          endpoint="taxPeriods.close"
          reason={null}
          fields={closeFields}
          initialValues={{}}
          toBody={(values) => values}
          text={text}
          busy={busy}
          onSubmit={async (body) => {
            setBusy(true);
            try {
              await keepReport(register, body as Month);
              ask(false);
            } finally {
              setBusy(false);
            }
          }}
          onClose={() => ask(false)}
        />
      ) : null}
    </>
  );
}

function CloseMonth() {
  const t = useT('remote-purchase-sales');
  const [closing, close] = useState(false);
  return (
    <>
      <Button onClick={() => close(true)}>{t('taxInvoices.close.button')}</Button>
      {closing ? (
        <CallDialog
          endpoint="taxPeriods.close"
          resource={taxInvoices}
          title={t('taxInvoices.close.title')}
          consequence={t('taxInvoices.close.text')}
          okText={t('taxInvoices.close.button')}
          fields={closeFields}
          initialValues={{}}
          onDone={({ period }) => {
            close(false);
            notifySuccess(t('taxInvoices.close.done', { period }));
          }}
          onClose={() => close(false)}
        />
      ) : null}
    </>
  );
}

function Certificates() {
  const go = useNavigate();
  return (
    <ListPage
      resource={certificates}
      embedded
      onCreate={false}
      onOpen={({ id }) => void go(moneyPath('payments', id))}
      summary={(sums) => <Figures of="certificates" items={[['amount', sums.amount]]} />}
    />
  );
}

function Missing() {
  const go = useNavigate();
  const mayEnter = useCan('payment-data:create');
  return (
    <ListPage
      resource={missingCertificates}
      embedded
      onCreate={false}
      // The certificate that came is entered for its invoice.
      onOpen={({ id }) =>
        void go(
          mayEnter
            ? moneyPath('payments', 'new', { invoice: id, method: 'whtCert' })
            : moneyPath('invoices', id),
        )
      }
      summary={(sums) => <Figures of="missingCertificates" items={[['missing', sums.missing]]} />}
    />
  );
}
