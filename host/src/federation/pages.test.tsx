import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { RemoteFailure } from './failure.ts';
import { loadRemoteModule } from './load.ts';
import { loadPage } from './pages.tsx';
import type { RemoteInfo } from './registry.ts';
import { addFederationTexts } from './texts.ts';

jest.mock('./load.ts');
const load = jest.mocked(loadRemoteModule);

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

test('a failed load says what and since when; the page appears when a retry succeeds', async () => {
  load.mockRejectedValue(new RemoteFailure('remote-warehouse', 'unreachable'));
  const Page = loadPage(info, 'claim');
  render(<Page />);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('This part of Boxyard cannot be reached');
  expect(alert).toHaveTextContent(/Since \d\d:\d\d:\d\d/);

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
