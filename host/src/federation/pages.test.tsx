import { setLocale } from '@boxyard/shared/runtime';
import '@boxyard/shared/testing/patience.ts';
import { act, render as renderAlone, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { type ReactElement, useEffect } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { Link, MemoryRouter, Route, Routes, useParams } from 'react-router-dom';
import { RemoteFailure } from './failure.ts';
import { forgetRemoteModule, loadRemoteModule } from './load.ts';
import { loadPage, preloadPage } from './pages.tsx';
import type { RemoteInfo } from './registry.ts';
import { addFederationTexts } from './texts.ts';

jest.mock('./load.ts');
const load = jest.mocked(loadRemoteModule);

const render = (page: ReactElement) => renderAlone(page, { wrapper: MemoryRouter });

const info: RemoteInfo = {
  name: 'remote-warehouse',
  entry: '/remotes/remote-warehouse/mf-manifest.json',
  contributionsUrl: '/remotes/remote-warehouse/contributions.json',
  contributions: { name: 'remote-warehouse', version: '1.0.0', contract: 1, pages: [] },
  failure: undefined,
};

function Claims() {
  const { t } = useTranslation('remote-warehouse');
  return <h1>{t('claims')}</h1>;
}
const warehouse = {
  contract: 1,
  pages: { claim: async () => ({ Page: Claims }) },
  i18n: async (locale: string) => ({ claims: locale === 'th' ? 'เคลม' : 'Claims' }),
};

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', fallbackLng: 'en', react: { bindI18nStore: 'added' } });
  addFederationTexts();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('the page of a remote appears with its own texts, also in another language', async () => {
  load.mockResolvedValue(warehouse);
  const Page = loadPage(info, 'claim');
  render(<Page />);
  expect(await screen.findByRole('heading', { name: 'Claims' })).toBeInTheDocument();
  await act(() => i18next.changeLanguage('th'));
  expect(await screen.findByRole('heading', { name: 'เคลม' })).toBeInTheDocument();
  await act(() => i18next.changeLanguage('en'));
});

test('a language whose texts were never loaded is shown once they are here, not before', async () => {
  let arrive: (texts: Record<string, string>) => void = () => undefined;
  await act(() => i18next.changeLanguage('th'));
  const Slow = () => <h1>{useTranslation('remote-slow').t('claims')}</h1>;
  load.mockResolvedValue({
    contract: 1,
    pages: { claim: async () => ({ Page: Slow }) },
    i18n: (locale: string) =>
      locale === 'en'
        ? new Promise<Record<string, string>>((resolve) => {
            arrive = resolve;
          })
        : Promise.resolve({ claims: 'เคลม' }),
  });
  const Page = loadPage({ ...info, name: 'remote-slow' }, 'claim');
  render(<Page />);
  const heading = await screen.findByRole('heading');
  let change: Promise<void> = Promise.resolve();
  act(() => {
    change = setLocale('en');
  });
  expect(heading).toHaveTextContent('เคลม');
  await act(async () => {
    arrive({ claims: 'Claims' });
    await change;
  });
  expect(heading).toHaveTextContent('Claims');
});

test('a page that has come once is drawn at once, with no spinner between', async () => {
  load.mockResolvedValue(warehouse);
  const Page = loadPage(info, 'claim');
  const { unmount } = render(<Page />);
  await screen.findByRole('heading', { name: 'Claims' });
  unmount();
  render(<Page />);
  expect(screen.getByRole('heading', { name: 'Claims' })).toBeInTheDocument();
});

test('a failed load says what and since when; the page appears when a retry succeeds', async () => {
  const before = new Date();
  load.mockRejectedValue(new RemoteFailure('remote-warehouse', 'unreachable'));
  const Page = loadPage(info, 'claim');
  render(<Page />);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('This part of Boxyard cannot be reached');
  // By the business's clock, wherever the browser is.
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Asia/Bangkok' });
  // The hour may end between the two.
  const hours = [before, new Date()].map((at) => hour.format(at)).join('|');
  expect(alert).toHaveTextContent(new RegExp(`Since (${hours}):\\d\\d:\\d\\d`));

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('alert')).toBeInTheDocument();

  load.mockResolvedValue(warehouse);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Claims' })).toBeInTheDocument();
});

test('it also recovers by itself when the network is back', async () => {
  load.mockRejectedValue(new RemoteFailure('remote-warehouse', 'timeout'));
  const Page = loadPage(info, 'claim');
  render(<Page />);
  expect(await screen.findByRole('alert')).toHaveTextContent('takes too long');
  load.mockResolvedValue(warehouse);
  await act(async () => {
    window.dispatchEvent(new Event('online'));
  });
  expect(await screen.findByRole('heading', { name: 'Claims' })).toBeInTheDocument();
});

test('a page that throws while drawing stays inside its own boundary', async () => {
  load.mockResolvedValue({
    ...warehouse,
    pages: {
      claim: async () => ({
        Page: () => {
          throw new Error('broken');
        },
      }),
    },
  });
  const Page = loadPage(info, 'claim');
  render(
    <>
      <nav>menu</nav>
      <Page />
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('stopped because of an error');
  expect(screen.getByText('menu')).toBeInTheDocument();
});

test('a page the remote does not bring is named as such', async () => {
  load.mockResolvedValue({ ...warehouse, pages: {} });
  const Page = loadPage(info, 'claim');
  render(<Page />);
  expect(await screen.findByRole('alert')).toHaveTextContent('not in the part that is installed');
});

const chunkError = () =>
  Object.assign(new Error('Loading chunk 1 failed.'), { name: 'ChunkLoadError' });
const withPage = (page: () => Promise<never>) => ({ ...warehouse, pages: { claim: page } });

test('a page that throws in an effect stays inside its own boundary', async () => {
  function Broken() {
    useEffect(() => {
      throw new Error('broken');
    });
    return <h1>Claims</h1>;
  }
  load.mockResolvedValue({ ...warehouse, pages: { claim: async () => ({ Page: Broken }) } });
  const Page = loadPage(info, 'claim');
  render(
    <>
      <nav>menu</nav>
      <Page />
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveAttribute('data-kind', 'crashed');
  expect(screen.getByText('menu')).toBeInTheDocument();
});

test('a page of another React is named as such instead of as an error', async () => {
  function Foreign(): never {
    throw new TypeError("Cannot read properties of null (reading 'useState')");
  }
  load.mockResolvedValue({ ...warehouse, pages: { claim: async () => ({ Page: Foreign }) } });
  const Page = loadPage(info, 'claim');
  render(<Page />);
  expect(await screen.findByRole('alert')).toHaveAttribute('data-kind', 'react');
});

test('whom to tell is the contact of the registry, else the administrator', async () => {
  load.mockRejectedValue(new RemoteFailure('remote-warehouse', 'broken'));
  const Page = loadPage(info, 'claim');
  const { unmount } = render(<Page />);
  expect(await screen.findByRole('alert')).toHaveTextContent('tell the administrator');
  unmount();
  const Named = loadPage({ ...info, contact: 'Team Warehouse (ext. 210)' }, 'claim');
  render(<Named />);
  expect(await screen.findByRole('alert')).toHaveTextContent('tell Team Warehouse (ext. 210)');
});

test('a page whose program throws when it starts is loaded anew at the next attempt', async () => {
  load.mockResolvedValue(withPage(() => Promise.reject(new Error('broken'))));
  const Page = loadPage(info, 'claim');
  render(<Page />);
  expect(await screen.findByRole('alert')).toHaveAttribute('data-kind', 'broken');
  expect(forgetRemoteModule).toHaveBeenCalledWith(info);
});

test('what comes late is announced, and shown when it comes', async () => {
  jest.useFakeTimers();
  let come: (module: typeof warehouse) => void = () => undefined;
  load.mockReturnValue(new Promise((resolve) => (come = resolve)));
  const Page = loadPage(info, 'claim');
  render(<Page />);
  await act(() => jest.advanceTimersByTimeAsync(15_000));
  expect(screen.getByRole('alert')).toHaveAttribute('data-kind', 'timeout');
  come(warehouse);
  await act(() => jest.advanceTimersByTimeAsync(4000));
  expect(screen.getByRole('heading', { name: 'Claims' })).toBeInTheDocument();
  jest.useRealTimers();
});

test('passing over a menu entry asks nobody why its page is gone', async () => {
  globalThis.fetch = jest.fn();
  const page = jest.fn(() => Promise.reject(chunkError()));
  load.mockResolvedValue(withPage(page));
  preloadPage(info, 'claim');
  await waitFor(() => expect(page).toHaveBeenCalled());
  await act(async () => undefined);
  expect(fetch).not.toHaveBeenCalled();
});

describe('the failure of one record', () => {
  const shown = (Claim: () => ReactElement) => {
    load.mockResolvedValue({ ...warehouse, pages: { claim: async () => ({ Page: Claim }) } });
    const Page = loadPage(info, 'claim');
    renderAlone(
      <MemoryRouter initialEntries={['/claims/1']}>
        <Link to="/claims/2">Next</Link>
        <Routes>
          <Route path="/claims/:id" element={<Page />} />
        </Routes>
      </MemoryRouter>,
    );
  };
  function Claim() {
    const { id } = useParams();
    if (id === '1') throw new Error('broken');
    return (
      <>
        <h1>Claim {id}</h1>
        <input aria-label="Remark" />
      </>
    );
  }

  test('is not shown for the next one on the same page', async () => {
    shown(Claim);
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Next' }));
    expect(await screen.findByRole('heading', { name: 'Claim 2' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that is tried again when it is left takes nothing away from the next one', async () => {
    shown(Claim);
    await screen.findByRole('alert');
    const probe = Promise.withResolvers<typeof warehouse>();
    load.mockReturnValue(probe.promise as never);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    load.mockResolvedValue({ ...warehouse, pages: { claim: async () => ({ Page: Claim }) } });
    await userEvent.click(screen.getByRole('link', { name: 'Next' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Remark' }), 'half a word');
    await act(async () =>
      probe.resolve({ ...warehouse, pages: { claim: async () => ({ Page: Claim }) } }),
    );
    expect(screen.getByRole('textbox', { name: 'Remark' })).toHaveValue('half a word');
  });
});
