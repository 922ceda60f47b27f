import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { useQueryKey, useQueryParams } from './useQueryParams.ts';

type Tools = {
  readonly search: ReturnType<typeof useQueryParams>[1];
  readonly open: (id: string | null) => void;
};

function page() {
  const tools: { current?: Tools } = {};
  function Page() {
    const [, search] = useQueryParams();
    const [, open] = useQueryKey('open');
    tools.current ??= { search, open };
    return null;
  }
  const router = createMemoryRouter(
    [
      { path: '/list', element: <Page /> },
      { path: '/other', element: null },
    ],
    { initialEntries: ['/list?status=new'] },
  );
  render(<RouterProvider router={router} />);
  return { router, tools: tools.current as Tools };
}

const searchFor = (text: string) => (current: URLSearchParams) => {
  current.set('search', text);
  return current;
};

test('a change made before the last one was drawn keeps it', async () => {
  const { router, tools } = page();
  await act(async () => {
    tools.open('7');
    tools.search(searchFor('bolt'));
  });
  expect(router.state.location.search).toBe('?status=new&open=7&search=bolt');
});

test('a change that comes after another page was chosen does not lead back', async () => {
  const { router, tools } = page();
  await act(async () => {
    await router.navigate('/other');
    tools.search(searchFor('bolt'));
  });
  expect(router.state.location.pathname + router.state.location.search).toBe('/other');
});
