import { actionFields, CallDialog } from '@boxyard/shared/kit';
import { notifySuccess, useT } from '@boxyard/shared/runtime';
import { taxInvoices } from './tax.resource.tsx';

const fields = actionFields('taxInvoices.replace', (f) => [f.longText('reason', { span: 6 })]);

interface Props {
  readonly id: string;
  readonly documentNo: string;
  readonly onClose: () => void;
}

/** Asks before a tax invoice is cancelled and issued anew to the customer as it stands now. */
export function ReplaceDialog({ id, documentNo, onClose }: Props) {
  const t = useT('remote-purchase-sales');
  return (
    <CallDialog
      endpoint="taxInvoices.replace"
      params={{ id }}
      resource={taxInvoices}
      title={t('taxInvoices.replace.title', { number: documentNo })}
      consequence={t('taxInvoices.replace.text')}
      okText={t('taxInvoices.replace.ok')}
      fields={fields}
      initialValues={{}}
      onDone={(issued) => {
        notifySuccess(t('taxInvoices.replace.done', { number: issued.documentNo }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
