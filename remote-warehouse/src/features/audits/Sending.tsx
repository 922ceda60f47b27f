import { useT } from '@boxyard/shared/runtime';
import { Alert, Button, CloseIcon, ToneTag } from '@boxyard/shared/ui';
import classes from './audits.module.css';
import type { RefusedCount } from './countQueue.ts';
import type { Counting } from './useCountQueue.ts';

/** What waits to be sent, and what the server did not take, until somebody has read it. */
export function Sending({ counting }: { readonly counting: Counting }) {
  const t = useT('remote-warehouse');
  const { queue, isLost, isOffline, sendNow, dismiss } = counting;
  const count = queue.waiting.length;
  return (
    <div className={classes.sending} role="status">
      {count > 0 ? (
        <>
          <ToneTag tone={isOffline ? 'error' : 'warning'}>
            {t('counting.waiting', { count })}
          </ToneTag>
          {isOffline ? <Button onClick={sendNow}>{t('counting.sendNow')}</Button> : null}
        </>
      ) : (
        <ToneTag tone="success">{t('counting.allSent')}</ToneTag>
      )}
      {isLost && count > 0 ? <Alert type="error" showIcon title={t('counting.notKept')} /> : null}
      {queue.refused.length > 0 ? (
        <ul className={classes.refused}>
          {queue.refused.map((one) => (
            <Refused key={one.id} count={one} onDismiss={() => dismiss(one.id)} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Refused({
  count,
  onDismiss,
}: {
  readonly count: RefusedCount;
  readonly onDismiss: () => void;
}) {
  const t = useT('remote-warehouse');
  return (
    <li>
      <span>
        <b>{count.label}</b>: {count.quantity ?? '–'}
        <span className={classes.trace}>
          {t(`counting.outcome.${count.outcome}`, { name: count.by ?? '' })}
        </span>
      </span>
      <Button
        type="text"
        icon={<CloseIcon />}
        className={classes.big ?? ''}
        aria-label={t('counting.dismiss', { label: count.label })}
        onClick={onDismiss}
      />
    </li>
  );
}
