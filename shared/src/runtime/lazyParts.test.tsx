import '../testing/patience.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { lazyParts } from './lazyParts.tsx';

function Counter({ name }: { readonly name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
}

test('parts come together when the first is drawn, and keep what they hold when drawn again', async () => {
  const load = jest.fn(async () => ({ Counter, Title: () => <h1>Late</h1> }));
  const parts = lazyParts(load);
  const LateCounter = parts.part((found) => found.Counter);
  const LateTitle = parts.part((found) => found.Title);
  expect([load.mock.calls.length, parts.areHere()]).toEqual([0, false]);

  const { rerender } = render(<LateCounter name="First" />);
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'First 0' }));
  expect(parts.areHere()).toBe(true);
  // Drawn again after they came: it is the same one.
  rerender(<LateCounter name="Again" />);
  expect(screen.getByRole('button', { name: 'Again 1' })).toBeInTheDocument();

  // What is here is drawn at once.
  render(<LateTitle />);
  expect(screen.getByRole('heading', { name: 'Late' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('what came by another way is not asked for', () => {
  const load = jest.fn(async () => ({ Counter }));
  const parts = lazyParts(load);
  const LateCounter = parts.part((found) => found.Counter);
  parts.have({ Counter });
  render(<LateCounter name="Here" />);
  expect(screen.getByRole('button', { name: 'Here 0' })).toBeInTheDocument();
  expect(load).not.toHaveBeenCalled();
});
