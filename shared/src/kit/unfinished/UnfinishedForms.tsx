import { useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { rowOptions, useRowMutation } from '../../client/query.ts';
import type { FormDraft } from '../../contract/areas/formDrafts.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { formatDateTime } from '../../ui/format/dates.ts';
import { CloseIcon } from '../../ui/icons.ts';
import classes from '../form/form.module.css';
import { hasUnfinishedForms, unfinishedPath } from '../form/useUnfinished.ts';
import { useUnfinishedText } from './texts.ts';
import '../../ui/remainingTexts.ts';

type Kept = Omit<FormDraft, 'values'>;

/** The forms of a family that this person has begun and not sent, each to go on with or to forget. */
export function UnfinishedForms({ family }: { readonly family: string }): ReactNode {
  const t = useUnfinishedText();
  const locale = useLocale();
  const found = useQuery({
    ...rowOptions('formDrafts.list', { loading: false, silent: true }),
    enabled: hasUnfinishedForms(family),
  });
  const forget = useRowMutation('formDrafts.delete');
  const all = (found.data as { readonly drafts: readonly Kept[] } | undefined)?.drafts ?? [];
  const own = all.filter(({ form }) => form.startsWith(`${family}.`));
  if (own.length === 0) return null;
  return (
    <Alert
      type="info"
      title={t('title', { count: own.length })}
      description={
        <ul className={classes.unfinished}>
          {own.map((draft) => {
            const at = formatDateTime(draft.updatedAt, locale);
            return (
              <li key={draft.id}>
                <Link to={unfinishedPath(draft)}>{t('of', { at })}</Link>
                <Button
                  type="text"
                  size="small"
                  icon={<CloseIcon />}
                  aria-label={t('delete', { at })}
                  disabled={forget.isPending}
                  onClick={() => forget.mutate({ params: { id: draft.id } })}
                />
              </li>
            );
          })}
        </ul>
      }
    />
  );
}
