import '@boxyard/shared/testing/patience.ts';
import { retryingLazy } from '@boxyard/shared/runtime';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { Suspense } from 'react';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { addShellTexts } from '../i18n/texts.ts';
import { PageProblem } from './PageProblem.tsx';
import { PanelBoundary } from './PanelBoundary.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', fallbackLng: 'en' });
  addShellTexts();
  HTMLDialogElement.prototype.showModal = function show() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
});

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

const goOffline = () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const goOnline = () =>
  act(async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  });

/** A part whose code comes only with a network. */
const part = (title: string) =>
  retryingLazy(async () => {
    if (!navigator.onLine) throw new Error('Loading chunk failed');
    return { default: () => <h1>{title}</h1> };
  });

function page(Stock = part('Stock')) {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <nav>
              <Link to="/">Home</Link>
              <Link to="/stock">To the stock</Link>
            </nav>
            <Outlet />
          </>
        ),
        children: [
          { path: '/', element: <h1>Home</h1> },
          {
            path: '/stock',
            errorElement: <PageProblem />,
            element: (
              <Suspense fallback={null}>
                <Stock />
              </Suspense>
            ),
          },
        ],
      },
    ],
    { initialEntries: ['/'] },
  );
  render(<RouterProvider router={router} />);
}

test('a page that cannot be opened offline says so, and appears when the network is back', async () => {
  page();
  goOffline();
  await userEvent.click(screen.getByRole('link', { name: 'To the stock' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('without a connection');
  expect(screen.getByRole('navigation')).toBeVisible();
  await goOnline();
  expect(await screen.findByRole('heading', { name: 'Stock' })).toBeVisible();
});

test('the same by the button, and after having left for another page meanwhile', async () => {
  page();
  goOffline();
  await userEvent.click(screen.getByRole('link', { name: 'To the stock' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await goOnline();
  await userEvent.click(screen.getByRole('link', { name: 'To the stock' }));
  expect(await screen.findByRole('heading', { name: 'Stock' })).toBeVisible();
});

test('a page whose code fails only once it was left opens when the network is back', async () => {
  const late = Promise.withResolvers<never>();
  page(
    retryingLazy(async () => {
      if (!navigator.onLine) await late.promise;
      return { default: () => <h1>Stock</h1> };
    }),
  );
  goOffline();
  await userEvent.click(screen.getByRole('link', { name: 'To the stock' }));
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
  await act(async () => late.reject(new Error('Loading chunk failed')));
  await goOnline();
  await userEvent.click(screen.getByRole('link', { name: 'To the stock' }));
  expect(await screen.findByRole('heading', { name: 'Stock' })).toBeVisible();
});

test('a panel that cannot be opened offline leaves the page alone, and appears when the network is back', async () => {
  const Palette = part('Palette');
  const onClose = jest.fn();
  goOffline();
  render(
    <>
      <main>Orders</main>
      <PanelBoundary onClose={onClose}>
        <Suspense fallback={null}>
          <Palette />
        </Suspense>
      </PanelBoundary>
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('without a connection');
  expect(screen.getByRole('main')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(onClose).toHaveBeenCalled();
  await goOnline();
  expect(await screen.findByRole('heading', { name: 'Palette' })).toBeVisible();
});
