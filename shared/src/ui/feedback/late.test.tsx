import { act, render, screen, waitFor } from '@testing-library/react';
import Input from 'antd/es/input';
import { type ComponentType, Suspense } from 'react';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { Drawer } from './Drawer.tsx';
import { Modal } from './Modal.tsx';

/** A form whose code comes when the test says so, in a page that has a boundary of its own. */
function lateForm() {
  let arrive: () => void = () => undefined;
  const Form = retryingLazy(
    () =>
      new Promise<{ default: ComponentType }>((resolve) => {
        arrive = () => resolve({ default: () => <Input aria-label="Name" autoFocus /> });
      }),
  );
  return { Form, arrive: () => act(async () => arrive()) };
}

describe.each([
  ['drawer', Drawer],
  ['dialog', Modal],
])('a %s whose form comes late', (_, Panel) => {
  it('keeps the page and itself in sight, and gives the form the focus it asks for', async () => {
    const { Form, arrive } = lateForm();
    const page = (open: boolean) => (
      <Suspense fallback="the whole page waits">
        <h1>Teams</h1>
        <Panel open={open} title="New team">
          <Form />
        </Panel>
      </Suspense>
    );
    const { rerender } = render(page(false));
    rerender(page(true));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.getByText('Teams')).toBeVisible();
    expect(screen.queryByText('the whole page waits')).toBeNull();

    await arrive();
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  });
});
