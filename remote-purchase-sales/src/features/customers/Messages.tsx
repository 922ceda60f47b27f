import { oneOptions } from '@boxyard/shared/client';
import type { Contract, CustomerDetail, DataOf } from '@boxyard/shared/contract';
import { useCan, useT } from '@boxyard/shared/runtime';
import { DateTimeText, PageLink, ToneTag } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './customers.module.css';

type Message = DataOf<Contract['customers.messages']>[number];

const TONES = {
  queued: 'processing',
  sent: 'success',
  failed: 'error',
  refused: 'error',
  dropped: 'neutral',
} as const;

/** What was sent to the customer, the latest first: e-mails about invoices, LINE messages of containers. */
export function Messages({ customer }: { readonly customer: CustomerDetail }) {
  const t = useT('remote-purchase-sales');
  const { data: messages } = useQuery(
    oneOptions('customers.messages', { params: { id: customer.id }, loading: false }),
  );
  if (!messages) return null;
  return (
    <section aria-labelledby="customer-messages">
      <h3 id="customer-messages" className={classes.heading}>
        {t('customers.messages.title', { count: messages.length })}
      </h3>
      {messages.length === 0 ? (
        <p className={classes.nothing}>{t('customers.messages.none')}</p>
      ) : (
        <ul className={classes.files}>
          {messages.map((message) => (
            <li key={message.id} className={classes.file}>
              <div className={classes.fileName}>
                <span>
                  {t(`customers.messages.channel.${message.channel}`)} · <About of={message} />
                </span>
                {message.text === null ? null : <span>{message.text}</span>}
                <span className={classes.about}>
                  {[message.sentTo, message.by?.name].filter(Boolean).join(' · ')}{' '}
                  <DateTimeText value={message.at} />
                </span>
              </div>
              <ToneTag tone={TONES[message.status]}>
                {t(`customers.messages.status.${message.status}`)}
              </ToneTag>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The way to what it was about, for whoever may open it. */
function About({ of: { about } }: { readonly of: Message }) {
  const seesMoney = useCan('payment-data:view');
  const seesContainers = useCan('products:view');
  const isInvoice = about.type === 'invoice';
  if (!(isInvoice ? seesMoney : seesContainers)) return about.no;
  return (
    <PageLink
      page={isInvoice ? 'payment-data' : 'products'}
      query={{ ...(isInvoice ? { tab: 'invoices' } : {}), record: about.id }}
    >
      {about.no}
    </PageLink>
  );
}
