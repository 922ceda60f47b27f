import Skeleton from 'antd/es/skeleton';
import { type ReactNode, Suspense } from 'react';
import type { ListName } from '../../contract/index.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';

import type { ReportPageProps } from '../page/types.ts';

const Part = retryingLazy(async () => ({
  default: (await import('./ReportPage.tsx')).ReportPage as (
    props: ReportPageProps<ListName>,
  ) => ReactNode,
}));

/** Reports are read by a few people, now and then: nobody else loads what draws them. */
export const ReportPage = <L extends ListName>(props: ReportPageProps<L>): ReactNode => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
    <Part {...(props as unknown as ReportPageProps<ListName>)} />
  </Suspense>
);
