import { screen, waitFor } from '@testing-library/react';
import { noticeStore } from '../../runtime/notify.ts';
import { renderPage } from '../../testing/index.ts';
import { Chart, type ChartProps } from './Chart.tsx';

const chart: ChartProps = {
  title: 'Orders: month/status',
  kind: 'bar',
  unit: 'money',
  series: ['Billed', 'Paid'],
  points: [
    { label: '2026-01', values: ['100.00', '40.00'] },
    { label: '2026-02', values: ['50.00', '60.00'] },
  ],
};

const shown = () => noticeStore.getState().notices.map(({ title }) => title);
beforeEach(() => noticeStore.setState({ notices: [] }));

/** Texts that a canvas was told to write; jsdom has none. */
function fakeCanvas() {
  const written: string[] = [];
  const context = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'canvas') return { toBlob: (give: BlobCallback) => give(PNG) };
        if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
        return (text: unknown) => {
          if (name === 'fillText') written.push(String(text));
        };
      },
      set: () => true,
    },
  );
  jest
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockReturnValue(context as unknown as RenderingContext as never);
  return written;
}
const PNG = new Blob(['png'], { type: 'image/png' });

async function openMenu(props: Partial<ChartProps> = {}) {
  const written = fakeCanvas();
  const page = await renderPage(<Chart {...chart} {...props} />, { route: '/' });
  const button = await screen.findByRole('button', { name: 'Picture of Orders: month/status' });
  button.focus();
  await page.user.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'Copy picture' });
  return { ...page, written };
}

test('the picture with title, legend and names goes to the clipboard', async () => {
  const copied: Record<string, Promise<Blob>>[] = [];
  Object.assign(globalThis, {
    ClipboardItem: class {
      readonly items: Record<string, Promise<Blob>>;
      constructor(items: Record<string, Promise<Blob>>) {
        this.items = items;
      }
    },
  });
  const { user, written } = await openMenu();
  jest.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    const { items } = item as unknown as { items: Record<string, Promise<Blob>> };
    await items['image/png'];
    copied.push(items);
  });
  await user.click(screen.getByRole('menuitem', { name: 'Copy picture' }));
  await waitFor(() => expect(shown()).toEqual(['Picture copied']));
  expect(await copied[0]?.['image/png']).toBe(PNG);
  expect(written).toEqual(
    expect.arrayContaining(['Orders: month/status', 'Billed', 'Paid', 'Jan 2026', 'Feb 2026']),
  );
});

test('a browser that does not allow it says what to do instead', async () => {
  Object.assign(globalThis, { ClipboardItem: undefined });
  const { user } = await openMenu();
  await user.click(screen.getByRole('menuitem', { name: 'Copy picture' }));
  await waitFor(() => expect(shown()).toEqual(['The picture could not be copied']));
});

test('saved, it has the name of the chart without signs that a file may not have', async () => {
  const names: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  const { user } = await openMenu();
  await user.click(screen.getByRole('menuitem', { name: 'Save as PNG' }));
  expect(names).toEqual(['Orders month status.png']);
});

test('a chart without points has neither table nor picture', async () => {
  await renderPage(<Chart {...chart} points={[]} />, { route: '/' });
  expect(await screen.findByText('Nothing to draw for this query')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});
