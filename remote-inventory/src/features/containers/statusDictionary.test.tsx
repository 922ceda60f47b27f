import { useEndpointMutation } from '@boxyard/shared/client';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { memo } from 'react';
import { useStatusDictionary, useTones } from './statusDictionary.ts';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f21130001';
const available = {
  id: ID,
  version: 2,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  axis: 'sale',
  code: 'available',
  name: 'On offer',
  nameTh: 'เสนอขาย',
  color: 'warning',
  sortOrder: 10,
} as const;

/** As a row of a table: drawn again for what it reads itself alone. */
const Row = memo(() => {
  const { available: first, reserved, sold } = useTones();
  return <output>{[first, reserved, sold].join(' ')}</output>;
});

function Page() {
  useStatusDictionary();
  const edit = useEndpointMutation('productStatuses.update');
  const { axis: _axis, code: _code, createdAt: _at, updatedAt: _on, id, ...body } = available;
  return (
    <>
      <Row />
      <button type="button" onClick={() => edit.mutate({ params: { id }, body })}>
        Edit
      </button>
    </>
  );
}

test('rows have the colours of the dictionary, and those that it is given by an edit', async () => {
  const server = fakeServer();
  server.answer('productStatuses.list', { data: [available], meta: { totalItems: 1 } });
  const { user } = await renderPage(<Page />, {
    route: '/warehouse-inventory/container-warehouse',
    path: '/warehouse-inventory/container-warehouse',
    as: 'warehouse-manager',
    server,
  });
  const tones = screen.getByRole('status');
  // What the dictionary does not name is coloured as before.
  await waitFor(() => expect(tones).toHaveTextContent('warning processing neutral'));
  const edited = { ...available, version: 3, color: 'error' as const };
  server.answer('productStatuses.update', { data: edited });
  server.answer('productStatuses.list', {
    data: [edited, { ...available, code: 'sold', color: 'default' }],
    meta: { totalItems: 2 },
  });
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(tones).toHaveTextContent('error processing neutral'));
});
