import type { InvoiceDetail } from '@boxyard/shared/contract';
import { CallDialog } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { debitFields, debitNotes } from './debitNotes.resource.tsx';

interface Props {
  readonly invoice: InvoiceDetail;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks for a debit note on an invoice. */
export function DebitDialog({ invoice, onDone, onClose }: Props) {
  const t = useT('remote-purchase-sales');
  return (
    <CallDialog
      endpoint="debitNotes.create"
      resource={debitNotes}
      title={t('debitNotes.ask.title', { number: invoice.documentNo })}
      consequence={t('debitNotes.ask.text')}
      okText={t('debitNotes.ask.ok')}
      fields={debitFields}
      initialValues={{ cause: 'undercharged' }}
      toBody={(values) => ({ ...values, invoiceId: invoice.id })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
