import { cleanup, waitFor } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
import { bundle, contributionsOf, moduleOf, remotes } from '../../build/jest/remoteSources.cjs';
import { type ContractKey, queryOf, registeredEndpoint } from '../client/call.ts';
import type { PageContribution } from '../contract/remote.ts';
import { firstQuery, fittingRows } from '../kit/list/firstQuery.ts';
import { listDefOf } from '../kit/list/useListModel.ts';
import { fakeServer, renderPage } from './index.ts';

/** Keys of the query that pages have read to decide what they show. */
const mockRead = new Set<string>();

// What stands around and in the rows is not looked at here.
jest.mock('../kit/list/ListPage.tsx', () => {
  const { useListModel } = jest.requireActual('../kit/list/useListModel.ts');
  return {
    ...jest.requireActual('../kit/list/ListPage.tsx'),
    ListPage: (props: { children?: ReactNode }) => {
      useListModel(props);
      return null;
    },
  };
});
jest.mock('../kit/page/useTabParam.ts', () => {
  const actual = jest.requireActual('../kit/page/useTabParam.ts');
  return {
    useTabParam: (tabs: readonly string[]) => {
      mockRead.add('tab');
      return actual.useTabParam(tabs);
    },
  };
});

type Listed = PageContribution & { readonly list: NonNullable<PageContribution['list']> };

/** What a browser would ask ahead for an address of the page. */
function askedAhead({ list }: Listed, search: string): Record<string, string> {
  const endpoint = registeredEndpoint(list.call);
  const query = firstQuery(listDefOf(list.call), {
    params: new URLSearchParams(search),
    begins: list.begins,
    pageSize: fittingRows(window),
  });
  return (endpoint && queryOf(endpoint, query)) ?? {};
}

/** Draws a page at an address until it has asked for its list; answers how. */
async function askedBy(remote: string, page: Listed, search: string) {
  const call = page.list.call as ContractKey;
  const Page = (await moduleOf(remote).pages[page.name]?.())?.Page as ComponentType;
  const server = fakeServer();
  server.answer(call, { data: [] } as never);
  await renderPage(<Page />, {
    route: `${page.path}?${search}`,
    server,
    texts: { [remote]: { en: bundle(remote, 'en'), th: bundle(remote, 'th') } },
  });
  await waitFor(() => expect(server.requests(call)).not.toEqual([]));
  cleanup();
  return server.requests(call)[0]?.query;
}

const SEARCHES = ['', 'search=north&page=2&limit=30', 'cols=code&show=all'];

test.each(remotes)(
  'pages of %s ask for the lists that they name as they are asked for ahead',
  async (remote) => {
    const { pages } = await contributionsOf(remote);
    const listed = pages.filter((page): page is Listed => page.list !== undefined);
    // A report begins with this month, jobs with their kind, which the page says: nothing is asked for ahead.
    const isAny =
      pages.length > 0 && !['remote-reports', 'remote-repair-maintenance'].includes(remote);
    expect({ remote, isAny: listed.length > 0 }).toEqual({ remote, isAny });
    for (const page of listed) {
      mockRead.clear();
      for (const search of SEARCHES) {
        const asked = await askedBy(remote, page, search);
        expect({ page: page.name, search, asked }).toEqual({
          page: page.name,
          search,
          asked: askedAhead(page, search),
        });
      }
      // With any of these in its address, it may show another list.
      expect({ page: page.name, unless: page.list.unless ?? [] }).toEqual({
        page: page.name,
        unless: expect.arrayContaining([...mockRead]),
      });
    }
  },
);
