import { BackLink, PageFrame, PageTitle } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import type { ReactNode } from 'react';
import { biddings, quotations } from './bidding.resource.tsx';

interface Props {
  readonly of: 'biddings' | 'quotations';
  readonly params?: Readonly<Record<string, string>>;
  /** Bones, or what went wrong. */
  readonly children: ReactNode;
}

/** The page of a form whose source is not known yet: it has its head whatever becomes of the call. */
export function FormPending({ of, params, children }: Props) {
  const t = useT('remote-warehouse');
  return (
    <PageFrame>
      {of === 'biddings' ? (
        <BackLink resource={biddings} params={params} />
      ) : (
        <BackLink resource={quotations} params={params} />
      )}
      <PageTitle>{t(`${of}.new`)}</PageTitle>
      {children}
    </PageFrame>
  );
}
