import { screen, waitFor, within } from '@testing-library/react';
import type { Comment } from '../../contract/areas/comments.ts';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { uuid } from '../testing/requests.ts';
import { Comments } from './Comments.tsx';

const TYPE = 'purchaseRequests';
const ID = uuid(4);
const WICHAI = { id: uuid(21), name: 'Wichai Thongdee' };
const KANYA = { id: uuid(22), name: 'Kanya Rattana' };

const comment = (n: number, more: Partial<Comment> = {}): Comment => ({
  id: uuid(100 + n),
  version: 1,
  text: `Comment ${n}`,
  by: KANYA,
  createdAt: `2026-11-20T03:0${n}:00.000Z`,
  editedAt: null,
  mentions: [],
  allowedActions: [],
  ...more,
});

async function open(
  comments: Comment[],
  more: { isMuted?: boolean; mayComment?: boolean; total?: number } = {},
) {
  const server = fakeServer();
  const answer = { comments, total: comments.length, isMuted: false, mayComment: true, ...more };
  server.answer('comments.list', answer);
  server.answer('comments.people', [WICHAI]);
  return renderPage(<Comments type={TYPE} id={ID} />, { route: '/dashboard', server });
}
const field = () => screen.findByRole('textbox', { name: 'Write a comment' });

test('shows the latest first, names in them, and that one was deleted', async () => {
  await open([
    comment(1, { text: null }),
    comment(2, { text: 'Ask @Wichai Thongdee <b>now</b>', mentions: [WICHAI] }),
  ]);
  const items = await screen.findAllByRole('listitem');
  expect(items[0]).toHaveTextContent('Ask @Wichai Thongdee <b>now</b>');
  expect(within(items[0] as HTMLElement).getByText('@Wichai Thongdee').tagName).toBe('B');
  expect(items[1]).toHaveTextContent('Comment deleted');
  expect(screen.getByRole('heading', { name: 'Comments (2)' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('names a colleague by keyboard, and sends who is named', async () => {
  const { user, server } = await open([]);
  server.answer('comments.create', { data: { id: uuid(1) } });
  await user.type(await field(), 'Please look, @Wic');
  expect(await screen.findByRole('option', { name: WICHAI.name })).toBeVisible();
  expect(server.requests('comments.people').at(-1)?.query).toEqual({
    type: TYPE,
    id: ID,
    search: 'Wic',
  });
  await user.keyboard('{Enter}');
  expect(await field()).toHaveValue('Please look, @Wichai Thongdee ');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  await waitFor(() =>
    expect(server.requests('comments.create')[0]?.body).toEqual({
      type: TYPE,
      id: ID,
      text: 'Please look, @Wichai Thongdee ',
      mentions: [WICHAI.id],
    }),
  );
  await waitFor(async () => expect(await field()).toHaveValue(''));
  // The list is asked for anew.
  await waitFor(() => expect(server.requests('comments.list').length).toBeGreaterThan(1));
});

test('keeps what was typed when the server refuses it', async () => {
  const { user, server } = await open([]);
  server.fail('comments.create', { statusCode: 409, code: 'X', message: 'Not now' });
  await user.type(await field(), 'Hello');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(server.requests('comments.create')).toHaveLength(1));
  expect(await screen.findByText(/Not now/)).toBeInTheDocument();
  expect(await field()).toHaveValue('Hello');
});

test('lets an author change and delete, after a question', async () => {
  const own = comment(3, { allowedActions: ['update', 'delete'] });
  const { user, server } = await open([own]);
  server.answer('comments.update', { data: { id: own.id } });
  server.answer('comments.delete', { data: {} });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const edited = screen.getByRole('textbox', { name: 'Change the comment' });
  await user.type(edited, '!');
  await user.click(screen.getByRole('button', { name: 'Save comment' }));
  await waitFor(() =>
    expect(server.requests('comments.update')[0]?.body).toEqual({
      version: 1,
      text: 'Comment 3!',
      mentions: [],
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(screen.getByText('Delete this comment?')).toBeVisible();
  expect(server.requests('comments.delete')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.requests('comments.delete')[0]?.params.id).toBe(own.id));
});

test('offers no field to whoever only reads, and the way to follow again', async () => {
  const { user, server } = await open([comment(1)], { mayComment: false, isMuted: true });
  server.answer('notificationMutes.delete', { data: {} });
  expect(await screen.findByText('Comment 1')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Follow again' }));
  await waitFor(() => expect(server.requests('notificationMutes.delete')[0]?.params.id).toBe(ID));
});

test('stops following', async () => {
  const { user, server } = await open([]);
  server.answer('notificationMutes.create', { data: {} });
  await user.click(await screen.findByRole('button', { name: 'Stop following' }));
  await waitFor(() =>
    expect(server.requests('notificationMutes.create')[0]?.body).toEqual({ type: TYPE, id: ID }),
  );
});
