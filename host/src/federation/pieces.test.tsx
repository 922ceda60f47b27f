import { RecordPanels } from '@boxyard/shared/runtime';
import { setFlags } from '@boxyard/shared/runtime/flags.ts';
import { renderPage } from '@boxyard/shared/testing';
import { act, screen, within } from '@testing-library/react';
import { RemoteFailure } from './failure.ts';
import { loadRemoteModule } from './load.ts';
import { allWidgets, registerPieces } from './pieces.tsx';
import type { RemoteInfo } from './registry.ts';
import { addFederationTexts } from './texts.ts';

jest.mock('./load.ts');
const load = jest.mocked(loadRemoteModule);

const title = (en: string) => ({ en, th: `${en} (th)` });
const remote = (name: string, contributions: object): RemoteInfo => ({
  name,
  entry: `/remotes/${name}/mf-manifest.json`,
  contributionsUrl: `/remotes/${name}/contributions.json`,
  contributions: { name, version: '1.0.0', contract: 1, pages: [], ...contributions },
  failure: undefined,
});
const stock = remote('remote-warehouse', {
  widgets: [{ name: 'stock', title: title('Stock'), span: 'half', height: 120 }],
});
const orders = remote('remote-purchase-sales', {
  widgets: [{ name: 'orders', title: title('Orders'), span: 'half', height: 200 }],
  panels: [
    {
      name: 'of-part',
      title: title('Orders of the part'),
      ability: 'purchase-orders:view',
      flag: 'remote-purchase-sales:panel',
      on: 'parts-warehouse-tracking',
      record: 'part',
      height: 140,
    },
  ],
});
const moduleWith = (parts: object) => ({
  contract: 1,
  pages: {},
  i18n: async () => ({}),
  ...parts,
});
const widget = (name: string, Widget: () => React.ReactNode) =>
  moduleWith({ widgets: { [name]: async () => ({ Widget }) } });

/** Each remote's module, or why it does not come. */
function serve(modules: Readonly<Record<string, ReturnType<typeof moduleWith> | Error>>): void {
  load.mockImplementation(async ({ name }) => {
    const found = modules[name];
    if (found === undefined || found instanceof Error) throw found ?? new Error(name);
    return found;
  });
}

const Widgets = () => allWidgets().map(({ name, Component }) => <Component key={name} />);
const piece = (name: string) => screen.findByRole('region', { name });

async function show(page: React.ReactElement, options: { as?: string } = {}) {
  registerPieces([stock, orders]);
  jest.spyOn(console, 'error').mockReturnValue();
  const rendered = await renderPage(page, { route: '/x', ...options });
  addFederationTexts();
  return rendered;
}

test('a remote that cannot be reached costs its own tile, which keeps its title and its room', async () => {
  serve({
    'remote-warehouse': widget('stock', () => 'Twelve are low'),
    'remote-purchase-sales': new RemoteFailure('remote-purchase-sales', 'unreachable'),
  });
  const { user } = await show(<Widgets />);
  expect(await within(await piece('Stock')).findByText('Twelve are low')).toBeInTheDocument();
  const tile = await piece('Orders');
  expect(await within(tile).findByRole('status')).toHaveTextContent(
    'cannot be shown at the moment',
  );
  expect(tile.style.getPropertyValue('--room')).toBe('200px');
  // Nobody is alarmed: the page is about something else.
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();

  serve({ 'remote-purchase-sales': widget('orders', () => 'Three are late') });
  await user.click(within(tile).getByRole('button', { name: 'Try again' }));
  expect(await within(tile).findByText('Three are late')).toBeInTheDocument();
});

test('so does one that throws, and one that does not bring what it promised', async () => {
  serve({
    'remote-warehouse': widget('stock', () => {
      throw new Error('broken');
    }),
    'remote-purchase-sales': moduleWith({}),
  });
  await show(
    <>
      <p>My work</p>
      <Widgets />
    </>,
  );
  for (const name of ['Stock', 'Orders']) {
    expect(await within(await piece(name)).findByRole('status')).toHaveTextContent(
      'stopped because of an error',
    );
  }
  expect(screen.getByText('My work')).toBeInTheDocument();
});

const part = <RecordPanels on="parts-warehouse-tracking" record={{ kind: 'part', id: '7' }} />;
const panel = moduleWith({
  panels: {
    'of-part': async () => ({
      Panel: ({ record }: { record: { id: string } }) => `Part ${record.id}`,
    }),
  },
});

test('a panel gets the record as data, and comes and goes with its flag', async () => {
  serve({ 'remote-purchase-sales': panel });
  setFlags({});
  await show(part);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  act(() => setFlags({ 'remote-purchase-sales:panel': true }));
  expect(await within(await piece('Orders of the part')).findByText('Part 7')).toBeInTheDocument();
  act(() => setFlags({ 'remote-purchase-sales:panel': false }));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test.each([
  ['a person without the ability', 'technician', 'part'],
  ['another kind of record', 'system-admin', 'supplier'],
])('nothing is loaded for %s', async (_who, as, kind) => {
  serve({ 'remote-purchase-sales': panel });
  setFlags({ 'remote-purchase-sales:panel': true });
  await show(<RecordPanels on="parts-warehouse-tracking" record={{ kind, id: '7' }} />, { as });
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(load).not.toHaveBeenCalled();
});
