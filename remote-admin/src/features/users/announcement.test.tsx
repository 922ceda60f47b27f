import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json';
import th from '../../i18n/th.json';
import { Announcement } from './Announcement.tsx';

const open = (as: string) => {
  const server = fakeServer();
  server.answer('users.receivers', { count: 12 });
  server.answer('users.broadcast', { data: { count: 12 } });
  return renderPage(<Announcement />, {
    route: '/users-management/users',
    as,
    server,
    texts: { 'remote-admin': { en, th } },
  });
};

test('is sent after its number of receivers was confirmed, and again after a change', async () => {
  const { user, server } = await open('system-admin');
  await user.click(await screen.findByRole('button', { name: 'Send announcement' }));
  const dialog = within(await screen.findByRole('dialog'));
  const receivers = await dialog.findByText('12 people receive it.');
  // The dialog fades in.
  await waitFor(() => expect(receivers).toBeVisible());
  await user.type(dialog.getByLabelText('Title'), 'Stocktake on Friday');
  await user.type(dialog.getByLabelText('Message'), 'No goods leave after noon');
  await user.click(dialog.getByRole('button', { name: 'Check and send' }));
  expect(await dialog.findByRole('button', { name: 'Send to 12 people' })).toBeVisible();
  expect(server.requests('users.broadcast')).toHaveLength(0);
  await user.type(dialog.getByLabelText('Message'), '.');
  await user.click(await dialog.findByRole('button', { name: 'Check and send' }));
  await user.click(await dialog.findByRole('button', { name: 'Send to 12 people' }));
  await waitFor(() =>
    expect(server.requests('users.broadcast')[0]?.body).toEqual({
      title: 'Stocktake on Friday',
      text: 'No goods leave after noon.',
      roleIds: [],
      companyIds: [],
      receivers: 12,
    }),
  );
  expect(await screen.findByText(/Sent to 12 people/)).toBeInTheDocument();
});

test('is for whoever holds the right', async () => {
  await open('company-admin');
  expect(screen.queryByRole('button', { name: 'Send announcement' })).toBeNull();
});
