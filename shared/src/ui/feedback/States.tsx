import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { NO_RESPONSE } from '../../client/errors.ts';
import { ErrorIcon, InboxIcon, ReloadIcon } from '../icons.ts';
import { useKitText } from '../useKitText.ts';
import classes from './feedback.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** The first step to take. */
  readonly action?: ReactNode;
}

/** What stands where there is nothing: what this is for, and the first step (design, "Words"). */
export function EmptyState({ title, text, action }: EmptyStateProps): ReactNode {
  return (
    <div className={classes.state}>
      <InboxIcon aria-hidden className={classes.stateIcon} />
      <p className={classes.stateTitle}>{title}</p>
      {text ? <span>{text}</span> : null}
      {action}
    </div>
  );
}

interface Failure {
  readonly statusCode?: number;
  readonly message?: string;
  readonly fromServer?: boolean;
  readonly requestId?: string | null;
}

export interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What happened, what it means, and the way on; the notice has been shown already (domain-conventions "Notices"). */
export function ErrorState({ error, onRetry }: ErrorStateProps): ReactNode {
  const t = useKitText();
  const { statusCode, message, fromServer, requestId } = (error ?? {}) as Failure;
  const kind = statusCode === NO_RESPONSE ? 'offline' : statusCode === 404 ? 'notFound' : 'failed';
  return (
    <div className={classes.state} role="alert">
      <ErrorIcon aria-hidden className={classes.stateIcon} />
      <p className={classes.stateTitle}>{t(`error.page.${kind}.title`)}</p>
      <span>{fromServer && kind === 'failed' ? message : t(`error.page.${kind}.text`)}</span>
      <Button icon={<ReloadIcon />} onClick={onRetry}>
        {t('error.page.retry')}
      </Button>
      {/* The server's sentence about a fault of its own names the number already. */}
      {requestId && !(kind === 'failed' && message?.includes(requestId)) ? (
        <span className={classes.requestId}>{t('error.page.requestId', { id: requestId })}</span>
      ) : null}
    </div>
  );
}
