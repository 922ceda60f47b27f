import '../../testing/patience.ts';
import { act, render, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { useQueryKey, useQueryParams } from './useQueryParams.ts';

type Tools = {
  readonly search: ReturnType<typeof useQueryParams>[1];
  readonly open: (id: string | null) => void;
};

function page(code: Promise<unknown> = Promise.resolve()) {
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
      { path: '/slow', lazy: () => code.then(() => ({ element: null })) },
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

test('a change while another page is on its way neither leads back nor stops it', async () => {
  const code = Promise.withResolvers<void>();
  const { router, tools } = page(code.promise);
  await act(async () => {
    void router.navigate('/slow');
    tools.search(searchFor('bolt'));
    code.resolve();
    await code.promise;
  });
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
  expect(router.state.location.pathname + router.state.location.search).toBe('/slow');
});
