import { oneOptions } from '@boxyard/shared/client';
import type { ChainReport } from '@boxyard/shared/contract';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  ErrorState,
  formatDateTime,
  formatQuantity,
  Input,
  Modal,
  Skeleton,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import classes from './activityLog.module.css';

interface Props {
  /** Opens an entry of the log. */
  readonly onOpen: (id: string) => void;
}

/** `<number>:<hash>`, as the server asks for it. */
const ANCHOR = /^\d{1,15}:[0-9a-f]{64}$/;

/** Whether the log is as it was written, asked of the server at the press of a button. */
export function ChainCheck({ onOpen }: Props): ReactNode {
  const t = useT('remote-admin');
  const [open, setOpen] = useState(false);
  const openEntry = (id: string) => {
    setOpen(false);
    onOpen(id);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('activityLog.chain.check')}</Button>
      <Modal
        open={open}
        title={t('activityLog.chain.title')}
        footer={null}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <Check onOpen={openEntry} />
      </Modal>
    </>
  );
}

function Check({ onOpen }: Props): ReactNode {
  const t = useT('remote-admin');
  const [kept, setKept] = useState('');
  const [asked, setAsked] = useState<string>();
  const check = useQuery({
    ...oneOptions('activityLogs.check', { query: asked === undefined ? {} : { anchor: asked } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const compare = kept.trim();
  return (
    <div className={classes.chain}>
      <div aria-live="polite">
        {check.isFetching ? (
          <>
            <p>{t('activityLog.chain.running')}</p>
            <Skeleton active title={false} paragraph={{ rows: 2 }} />
          </>
        ) : check.data ? (
          <Report report={check.data} compared={asked !== undefined} onOpen={onOpen} />
        ) : (
          <ErrorState error={check.error} onRetry={() => void check.refetch()} />
        )}
      </div>
      {check.data?.anchor ? (
        <div>
          <h3 className={classes.heading}>{t('activityLog.chain.anchor')}</h3>
          <p className={classes.nothing}>{t('activityLog.chain.anchorHelp')}</p>
          <output className={classes.anchor}>{check.data.anchor}</output>
        </div>
      ) : null}
      <form
        className={classes.compare}
        onSubmit={(event) => {
          event.preventDefault();
          if (asked === compare) void check.refetch();
          else setAsked(compare);
        }}
      >
        <Input
          aria-label={t('activityLog.chain.kept')}
          placeholder={t('activityLog.chain.kept')}
          value={kept}
          onChange={(event) => setKept(event.target.value)}
        />
        <Button htmlType="submit" disabled={!ANCHOR.test(compare)} loading={check.isFetching}>
          {t('activityLog.chain.compare')}
        </Button>
      </form>
    </div>
  );
}

interface ReportProps extends Props {
  readonly report: ChainReport;
  readonly compared: boolean;
}

function Report({ report, compared, onOpen }: ReportProps): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  const { broken, checked, waiting, intactUntil } = report;
  const until = intactUntil
    ? t('activityLog.chain.until', {
        seq: intactUntil.seq,
        at: formatDateTime(intactUntil.at, locale),
      })
    : t('activityLog.chain.none');
  if (broken === null) {
    return (
      <Alert
        type="success"
        showIcon
        title={t(compared ? 'activityLog.chain.intactCompared' : 'activityLog.chain.intact')}
        description={
          <>
            <p className={classes.line}>
              {t('activityLog.chain.checked', { count: checked, n: formatQuantity(checked) })}
            </p>
            <p className={classes.line}>{until}</p>
            {waiting > 0 ? (
              <p className={classes.line}>{t('activityLog.chain.waiting', { count: waiting })}</p>
            ) : null}
          </>
        }
      />
    );
  }
  const { kind, seq, otherSeq, count, logId } = broken;
  const gone = kind === 'deleted' || kind === 'resealed';
  return (
    <Alert
      type="error"
      showIcon
      title={t('activityLog.chain.broken')}
      description={
        <>
          <p className={classes.line}>
            {t(`activityLog.chain.fault.${kind}`, { seq, otherSeq, count })}
          </p>
          <p className={classes.line}>{until}</p>
          {logId !== null && !gone ? (
            <Button size="small" onClick={() => onOpen(logId)}>
              {t('activityLog.chain.openEntry')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
