import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { registerContract } from '../../client/call.ts';
import { oneOptions, useRowMutation } from '../../client/query.ts';
import { commentsArea } from '../../contract/areas/comments.ts';
import { notificationChoicesArea } from '../../contract/areas/notifications.ts';
import { CommentEntry } from './CommentEntry.tsx';
import { CommentInput } from './CommentInput.tsx';
import classes from './comments.module.css';
import { useCommentText } from './texts.ts';

registerContract(commentsArea);
registerContract(notificationChoicesArea);

interface CommentsProps {
  /** Family of the document in the contract. */
  readonly type: string;
  readonly id: string;
}

/** Whether this person hears of the document. */
function Following({
  type,
  id,
  isMuted,
}: CommentsProps & { readonly isMuted: boolean }): ReactNode {
  const t = useCommentText();
  const mute = useRowMutation('notificationMutes.create', { loading: false });
  const unmute = useRowMutation('notificationMutes.delete', { loading: false });
  return (
    <div className={classes.following}>
      {isMuted ? <span>{t('muted')}</span> : null}
      <Button
        type="link"
        size="small"
        loading={mute.isPending || unmute.isPending}
        onClick={() =>
          isMuted ? unmute.mutate({ params: { id } }) : mute.mutate({ body: { type, id } })
        }
      >
        {t(isMuted ? 'follow' : 'mute')}
      </Button>
    </div>
  );
}

/**
 * What people write on a document, the latest first (design, "Document"). Live events refresh it. The
 * document page loads it after itself: nobody waits for it.
 */
export function Comments({ type, id }: CommentsProps): ReactNode {
  const t = useCommentText();
  const { data, isError, refetch } = useQuery(
    oneOptions('comments.list', { query: { type, id }, loading: false, silent: true }),
  );
  const create = useRowMutation('comments.create', { loading: false });
  const send = (written: object) =>
    create.mutateAsync({ body: { type, id, ...written } }).then(
      () => true,
      // The client has said why.
      () => false,
    );

  const comments = [...(data?.comments ?? [])].reverse();
  const title = data && data.total > 0 ? t('count', { count: data.total }) : t('title');
  return (
    <section className={classes.comments} aria-label={t('title')}>
      <h2 className={classes.title}>{title}</h2>
      {isError && !data ? (
        <p className={classes.none}>
          {t('failed')}{' '}
          <Button type="link" size="small" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      ) : null}
      {data?.mayComment ? (
        <CommentInput type={type} id={id} label={t('write')} action={t('send')} onSubmit={send} />
      ) : null}
      {data && comments.length === 0 && !data.mayComment ? (
        <p className={classes.none}>{t('none')}</p>
      ) : null}
      {comments.length > 0 ? (
        <ol className={classes.list}>
          {comments.map((comment) => (
            <CommentEntry key={comment.id} type={type} id={id} comment={comment} />
          ))}
        </ol>
      ) : null}
      {data && data.total > comments.length ? (
        <p className={classes.none}>{t('older', { count: comments.length })}</p>
      ) : null}
      {data ? <Following type={type} id={id} isMuted={data.isMuted} /> : null}
    </section>
  );
}
