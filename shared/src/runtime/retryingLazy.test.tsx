import '../testing/patience.ts';
import { render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { forgetFailedParts, retryingLazy } from './retryingLazy.tsx';

class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

const draw = (Part: (props: { name: string }) => ReactNode) =>
  render(
    <Boundary>
      <Suspense fallback={<p>waiting</p>}>
        <Part name="Palette" />
      </Suspense>
    </Boundary>,
  );

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('code that did not come is asked for once, and again only when the failure is forgotten', async () => {
  const load = jest.fn(() => Promise.reject(new Error('no network')));
  const Part = retryingLazy<{ name: string }>(load);
  const first = draw(Part);
  await screen.findByText('failed');
  first.unmount();
  const second = draw(Part);
  await screen.findByText('failed');
  expect(load).toHaveBeenCalledTimes(1);
  second.unmount();

  load.mockResolvedValue({ default: ({ name }: { name: string }) => <h1>{name}</h1> } as never);
  forgetFailedParts();
  draw(Part);
  expect(await screen.findByRole('heading', { name: 'Palette' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

test('what came stays: it is drawn at once and not asked for again', async () => {
  const load = jest.fn(async () => ({
    default: ({ name }: { readonly name: string }) => <h1>{name}</h1>,
  }));
  const Part = retryingLazy(load);
  draw(Part).unmount();
  const second = draw(Part);
  await screen.findByRole('heading', { name: 'Palette' });
  second.unmount();
  forgetFailedParts();
  draw(Part);
  expect(screen.getByRole('heading', { name: 'Palette' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});
