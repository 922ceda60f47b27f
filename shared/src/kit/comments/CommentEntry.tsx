import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { useRowMutation } from '../../client/query.ts';
import type { Comment } from '../../contract/areas/comments.ts';
import { RelativeTime } from '../../ui/text/Dates.tsx';
import { CommentInput } from './CommentInput.tsx';
import classes from './comments.module.css';
import { piecesOf } from './pieces.ts';
import { useCommentText } from './texts.ts';

interface EntryProps {
  readonly type: string;
  readonly id: string;
  readonly comment: Comment;
}

function Words({ text, mentions }: { text: string; mentions: Comment['mentions'] }): ReactNode {
  const pieces = piecesOf(text, mentions);
  return (
    <p className={classes.text}>
      {pieces.map((piece, index) => (piece.isName ? <b key={index}>{piece.text}</b> : piece.text))}
    </p>
  );
}

/** One comment, with what its author may do to it now. */
export function CommentEntry({ type, id, comment }: EntryProps): ReactNode {
  const t = useCommentText();
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null);
  const update = useRowMutation('comments.update');
  const remove = useRowMutation('comments.delete');
  const { text, by, createdAt, editedAt, mentions, version } = comment;
  const may = (action: string) => comment.allowedActions.includes(action);
  const params = { id: comment.id };
  const save = (written: object) =>
    update.mutateAsync({ params, body: { version, ...written } }).then(
      () => {
        setDoing(null);
        return true;
      },
      // The client has said why.
      () => false,
    );

  return (
    <li className={classes.comment}>
      <div className={classes.who}>
        <b>{by.name}</b> · <RelativeTime value={createdAt} />
        {editedAt !== null && text !== null ? ` · ${t('edited')}` : null}
      </div>
      {text === null ? <p className={classes.deleted}>{t('deleted')}</p> : null}
      {text !== null && doing === 'edit' ? (
        <CommentInput
          type={type}
          id={id}
          label={t('change')}
          action={t('save')}
          initial={{ text, mentions }}
          onSubmit={save}
          onCancel={() => setDoing(null)}
        />
      ) : null}
      {text !== null && doing !== 'edit' ? <Words text={text} mentions={mentions} /> : null}
      {doing === null && (may('update') || may('delete')) ? (
        <div className={classes.deeds}>
          {may('update') ? (
            <Button type="link" size="small" onClick={() => setDoing('edit')}>
              {t('edit')}
            </Button>
          ) : null}
          {may('delete') ? (
            <Button type="link" size="small" onClick={() => setDoing('delete')}>
              {t('delete')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {doing === 'delete' ? (
        <div className={classes.deeds} role="alert">
          <span>{t('confirm')}</span>
          <Button
            size="small"
            danger
            loading={remove.isPending}
            onClick={() => remove.mutate({ params }, { onSettled: () => setDoing(null) })}
          >
            {t('delete')}
          </Button>
          <Button size="small" onClick={() => setDoing(null)}>
            {t('keep')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
