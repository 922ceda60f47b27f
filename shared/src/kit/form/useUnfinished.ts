import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { callRow } from '../../client/call.ts';
import { newKey } from '../../client/http.ts';
import { rowOptions, useRowMutation } from '../../client/query.ts';
import type { FormDraft } from '../../contract/areas/formDrafts.ts';
import { DRAFT_FORMS } from '../../contract/draftForms.ts';
import { notify } from '../../runtime/notify.ts';
import { useKitText } from '../../ui/useKitText.ts';
import type { FormValues } from './fields.tsx';

/** The parameter that names the unfinished form which a page opens. */
const PARAM = 'draft';

const mayBeUnfinished = (endpoint: string): boolean =>
  (DRAFT_FORMS as readonly string[]).includes(endpoint);

/** Whether forms of a family may be kept before they are complete. */
export const hasUnfinishedForms = (family: string): boolean =>
  DRAFT_FORMS.some((form) => form.startsWith(`${family}.`));

/** Where an unfinished form is taken up again. */
export const unfinishedPath = ({ path, id }: Pick<FormDraft, 'path' | 'id'>): string =>
  `${path}${path.includes('?') ? '&' : '?'}${PARAM}=${id}`;

/** The unfinished form that the address names: null while it is on its way, undefined for none. */
export function useOpenedDraft(endpoint: string, isNew: boolean) {
  const id = useSearchParams()[0].get(PARAM);
  const isWanted = isNew && id !== null && mayBeUnfinished(endpoint);
  const found = useQuery({
    ...rowOptions('formDrafts.get', { params: { id: id ?? '' }, loading: false }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const draft = found.isFetchedAfterMount ? (found.data as FormDraft | undefined) : undefined;
  return { draft: isWanted ? (draft ?? null) : undefined, found };
}

export interface Unfinished {
  /** Its name as a key: whatever is sent twice from the same draft is sent once. */
  readonly key: string;
  readonly isBusy: boolean;
  /** Keeps what is in the fields, whole or not. */
  readonly keep: (values: FormValues, onKept: () => void) => void;
  /** What was kept has been sent. */
  readonly forget: () => void;
}

/** Keeps a form as far as it is filled in, where its family has drafts (ADR 0050). */
export function useUnfinished(endpoint: string, opened: FormDraft | undefined): Unfinished | null {
  const t = useKitText();
  const { pathname, search } = useLocation();
  const ownKey = useRef(newKey()).current;
  const create = useRowMutation('formDrafts.create');
  const update = useRowMutation('formDrafts.update');
  const kept = useRef(opened);
  if (!mayBeUnfinished(endpoint)) return null;
  return {
    key: opened?.id ?? ownKey,
    isBusy: create.isPending || update.isPending,
    keep: (values, onKept) => {
      const onSuccess = () => {
        notify({ type: 'success', title: t('unfinished.kept') });
        onKept();
      };
      const { current } = kept;
      if (current) {
        const { id, version } = current;
        update.mutate({ params: { id }, body: { version, values } }, { onSuccess });
      } else {
        const body = { form: endpoint, path: `${pathname}${search}`, values };
        create.mutate({ body }, { onSuccess });
      }
    },
    forget: () => {
      const { current } = kept;
      if (!current) return;
      // One that stays can be deleted by hand; its key keeps it from being sent again.
      const input = { params: { id: current.id }, silent: true, loading: false };
      void callRow('formDrafts.delete', input).catch(() => undefined);
    },
  };
}
