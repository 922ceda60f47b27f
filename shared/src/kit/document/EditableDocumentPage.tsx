import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListName } from '../../contract/index.ts';
import { FormPage } from '../form/FormPage.tsx';
import type { DocumentPageProps, FormPageProps } from '../page/types.ts';
import { DocumentPage } from './LazyDocumentPage.tsx';

type Props<L extends ListName> = DocumentPageProps<L> & Pick<FormPageProps<L>, 'toForm'>;

/** A document, or its form (`?edit=1`), where the action `update` leads. */
export function EditableDocumentPage<L extends ListName>({
  toForm,
  ...props
}: Props<L>): ReactNode {
  const [search] = useSearchParams();
  return search.get('edit') ? (
    <FormPage resource={props.resource} mode="edit" {...(toForm ? { toForm } : {})} />
  ) : (
    <DocumentPage
      {...(props as DocumentPageProps<L>)}
      actions={{ update: { to: () => ({ search: '?edit=1' }) }, ...props.actions }}
    />
  );
}
