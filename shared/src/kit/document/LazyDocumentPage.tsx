import Skeleton from 'antd/es/skeleton';
import { type ReactNode, Suspense } from 'react';
import type { ListName } from '../../contract/index.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import type { DocumentPageProps } from '../page/types.ts';

const Part = retryingLazy(async () => ({
  default: (await import('./DocumentPage.tsx')).DocumentPage as (
    props: DocumentPageProps<ListName>,
  ) => ReactNode,
}));

/** Whoever reads a list has not loaded yet what draws one of its documents. */
export const DocumentPage = <L extends ListName>(props: DocumentPageProps<L>): ReactNode => (
  <Suspense
    fallback={
      <section aria-busy="true">
        <Skeleton active paragraph={{ rows: 10 }} />
      </section>
    }
  >
    <Part {...(props as unknown as DocumentPageProps<ListName>)} />
  </Suspense>
);
