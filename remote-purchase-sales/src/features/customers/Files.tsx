import { call, useEndpointMutation } from '@boxyard/shared/client';
import type { CustomerDetail } from '@boxyard/shared/contract';
import {
  CUSTOMER_FILE_KINDS,
  type CustomerFileKind,
  MAX_CUSTOMER_FILES,
} from '@boxyard/shared/domain/sales/customers.ts';
import { confirm, useCan, useT, useViewer } from '@boxyard/shared/runtime';
import {
  Button,
  DatePicker,
  DateText,
  DeleteIcon,
  EyeIcon,
  FilePreview,
  Select,
  ToneTag,
  UploadIcon,
} from '@boxyard/shared/ui';
import { useId, useRef, useState } from 'react';
import classes from './customers.module.css';

type File_ = CustomerDetail['attachments'][number];

/** The files of a customer: identity cards, certificates, maps. Showing one needs the right to personal data. */
export function Files({ customer }: { readonly customer: CustomerDetail }) {
  const t = useT('remote-purchase-sales');
  const mayUpload = useCan('customer-data:upload');
  const { userId } = useViewer();
  const mayOpen = useCan('customer-data:view-pii');
  const [shown, setShown] = useState<File_ | null>(null);
  const detach = useEndpointMutation('customers.detach');
  const remove = async (file: File_) => {
    const { ok } = await confirm({
      title: t('customers.files.removeTitle', { name: file.fileName }),
      body: t('customers.files.removeText'),
      okText: t('customers.files.remove'),
      danger: true,
    });
    if (ok) detach.mutate({ params: { id: customer.id, attachmentId: file.id } });
  };
  return (
    <section aria-labelledby="customer-files">
      <h3 id="customer-files" className={classes.heading}>
        {t('customers.files.title', { count: customer.attachments.length })}
      </h3>
      {mayUpload && customer.attachments.length < MAX_CUSTOMER_FILES ? (
        <Upload customerId={customer.id} />
      ) : null}
      {customer.attachments.length === 0 ? (
        <p className={classes.nothing}>{t('customers.files.none')}</p>
      ) : (
        <ul className={classes.files}>
          {customer.attachments.map((file) => (
            <li key={file.id} className={classes.file}>
              <div className={classes.fileName}>
                <span>{file.fileName}</span>
                <span className={classes.about}>
                  {t(`customers.files.kind.${file.kind}`)}
                  {file.expiresOn ? (
                    <>
                      {' · '}
                      {file.isExpired ? (
                        <ToneTag tone="error">{t('customers.files.expired')}</ToneTag>
                      ) : (
                        t('customers.files.until')
                      )}{' '}
                      <DateText value={file.expiresOn} />
                    </>
                  ) : null}
                </span>
              </div>
              {mayOpen ? (
                <Button
                  type="text"
                  icon={<EyeIcon />}
                  aria-label={t('customers.files.show', { name: file.fileName })}
                  onClick={() => setShown(file)}
                />
              ) : null}
              {mayUpload && file.by?.id === userId ? (
                <Button
                  type="text"
                  danger
                  icon={<DeleteIcon />}
                  aria-label={t('customers.files.removeOne', { name: file.fileName })}
                  onClick={() => void remove(file)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {shown ? (
        <FilePreview
          endpoint="customers.file"
          params={{ id: customer.id, attachmentId: shown.id }}
          title={shown.fileName}
          fileName={shown.fileName}
          onClose={() => setShown(null)}
        />
      ) : null}
    </section>
  );
}

/** Files go up first and are then bound with what they show and until when it is valid. */
function Upload({ customerId }: { readonly customerId: string }) {
  const t = useT('remote-purchase-sales');
  const input = useRef<HTMLInputElement>(null);
  const dateId = useId();
  const [kind, setKind] = useState<CustomerFileKind>('idCard');
  const [expiresOn, setExpiresOn] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const bind = useEndpointMutation('customers.mapAttachment');
  const send = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setIsSending(true);
    try {
      const { data } = await call('customers.upload', { files });
      await bind.mutateAsync({
        params: { id: customerId },
        body: { fileIds: data.files.map(({ fileId }) => fileId), kind, expiresOn },
      });
      setExpiresOn(null);
    } catch {
      // The client has said what was wrong.
    } finally {
      setIsSending(false);
    }
  };
  return (
    <div className={classes.upload}>
      <Select
        aria-label={t('customers.files.kindLabel')}
        value={kind}
        onChange={setKind}
        options={CUSTOMER_FILE_KINDS.map((value) => ({
          value,
          label: t(`customers.files.kind.${value}`),
        }))}
        style={{ minWidth: 190 }}
      />
      <label htmlFor={dateId}>{t('customers.files.expiresOn')}</label>
      <DatePicker id={dateId} value={expiresOn} onChange={setExpiresOn} />
      <Button icon={<UploadIcon />} loading={isSending} onClick={() => input.current?.click()}>
        {t('customers.files.attach')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept=".jpg,.jpeg,.png,.pdf"
        hidden
        aria-label={t('customers.files.attach')}
        onChange={(event) => {
          void send([...(event.target.files ?? [])].slice(0, 10));
          event.target.value = '';
        }}
      />
    </div>
  );
}
