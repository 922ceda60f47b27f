import type { PageContribution } from '@boxyard/shared/contract/remote.ts';
import { crumbsOf } from './crumbs.ts';

const page = (changes: Partial<PageContribution>): PageContribution => ({
  name: 'requests',
  path: '/purchase-management/purchase-requests/default',
  title: { en: 'Purchase requests', th: 'ใบขอซื้อ' },
  page: 'purchase-requests',
  ...changes,
});
const pages: Record<string, PageContribution> = {
  requests: page({}),
  request: page({
    name: 'request',
    path: '/purchase-management/purchase-requests/:id',
    title: { en: 'Purchase request', th: 'รายละเอียด' },
    parent: 'requests',
  }),
  version: page({
    name: 'version',
    path: '/purchase-management/purchase-requests/:id/versions/:version',
    title: { en: '', th: '' },
    parent: 'request',
  }),
};
const crumbs = (name: string, changes: Partial<Parameters<typeof crumbsOf>[0]> = {}) =>
  crumbsOf({
    page: pages[name] ?? page({}),
    pageOf: (one) => pages[one],
    params: { id: 'a b', version: '2' },
    search: '?tab=files',
    titleOf: ({ title }) => title.en,
    areaOf: (segment) => (segment === 'purchase-management' ? 'Purchasing' : null),
    ...changes,
  });

test('area, parents as links with their parameters and the query, then the page itself', () => {
  expect(crumbs('version')).toEqual([
    { text: 'Purchasing' },
    { text: 'Purchase requests', to: '/purchase-management/purchase-requests/default?tab=files' },
    { text: 'Purchase request', to: '/purchase-management/purchase-requests/a%20b?tab=files' },
    // Without a title the route's name stands in.
    { text: 'version' },
  ]);
});

test('a route may say that its query is not kept', () => {
  const pageOf = (name: string) =>
    pages[name] && { ...pages[name], keepQuery: name !== 'requests' };
  expect(crumbs('request', { pageOf })[1]).toEqual({
    text: 'Purchase requests',
    to: '/purchase-management/purchase-requests/default',
  });
});

test('a parent that is not installed, or that goes in a circle, ends the chain', () => {
  expect(crumbs('request', { pageOf: () => undefined })).toEqual([
    { text: 'Purchasing' },
    { text: 'Purchase request' },
  ]);
  const circle = (name: string) => pages[name] && { ...pages[name], parent: 'request' };
  expect(crumbs('request', { pageOf: circle })).toHaveLength(3);
});

test('a path without an area begins with the page', () => {
  expect(crumbs('requests', { areaOf: () => null })).toEqual([{ text: 'Purchase requests' }]);
});
