import 'fake-indexeddb/auto';
import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import en from '../../../i18n/en.json' with { type: 'json' };
import th from '../../../i18n/th.json' with { type: 'json' };
import { DayTab } from './DayTab.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

const job = {
  id: ID,
  version: 3,
  documentNo: 'JB2611-0004',
  status: 'scheduled',
  kind: 'repair',
  product: { id: 'k', serialNumber: 'COF-240001', name: 'Coffee' },
  customer: { id: 'u', code: 'C-1', name: 'Siam Office' },
  place: 'Siam Office, 12 Rama IV Road',
  latitude: null,
  longitude: null,
  priority: 'high',
  symptom: 'Does not pay out change',
  remark: null,
  isDown: false,
  technicians: [{ id: 'w', name: 'Wichai Changsom' }],
  appointmentStart: '2026-11-20T06:00:00.000Z',
  appointmentEnd: '2026-11-20T07:30:00.000Z',
  reportedByName: 'Malee',
  reportedByPhone: '0812345678',
  responseNote: null,
  attachments: [],
  startedAt: null,
  workDone: null,
  meter: null,
  causeCode: null,
  actionCode: null,
  parts: [],
  inside: [],
  checklist: [],
} as unknown as JobDetail;

async function show(locale: 'en' | 'th' = 'en') {
  globalThis.indexedDB = new IDBFactory();
  const server = fakeServer();
  server.answer('jobs.list', { data: [job] });
  server.answer('jobs.get', job);
  server.answer('jobCodes.master', { data: [] });
  const route = '/repair-management/repair-list/default';
  const rendered = await renderPage(<DayTab />, {
    route: `${route}?tab=day`,
    path: route,
    locale,
    server,
    texts: { 'remote-repair-maintenance': { en, th } },
  });
  return { server, rendered };
}

const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));

test('a step is kept, sent under its id upon the version that was seen, and no longer waits', async () => {
  const { server } = await show();
  const begun = { ...job, version: 4, status: 'inProgress', startedAt: '2026-11-20T06:00:00.000Z' };
  server.answer('jobs.start', { data: begun });
  await press('Open JB2611-0004');
  expect(screen.getByRole('link', { name: '0812345678' })).toHaveAttribute(
    'href',
    'tel:0812345678',
  );
  server.answer('jobs.get', begun as never);
  await press('Begin work');
  expect(await screen.findByRole('button', { name: 'Report work' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('Everything is sent')).toBeInTheDocument());
  const [sent, ...more] = server.requests('jobs.start');
  expect(more).toEqual([]);
  expect(sent?.headers['Idempotency-Key']).toMatch(UUID);
  expect(sent?.body).toEqual({ version: 3, doneAt: expect.any(String) });
});

test.each(['en', 'th'] as const)(
  'a refusal says what was changed, and its words stay until they are deleted, in %s',
  async (locale) => {
    const t = locale === 'en' ? en.day : th.day;
    const { server } = await show(locale);
    server.fail('jobs.start', {
      statusCode: 409,
      code: 'VERSION_CONFLICT',
      message: 'Changed meanwhile',
    });
    await press(t.open.replace('{{no}}', 'JB2611-0004'));
    server.answer('jobs.get', { ...job, version: 4, symptom: 'No light' } as never);
    await press(t.do.start);
    const alert = await screen.findByText(t.conflict.changed);
    const conflict = alert.closest('[role="alert"]') as HTMLElement;
    expect(conflict).toHaveTextContent('No light');
    fireEvent.click(within(conflict).getByRole('button', { name: t.conflict.setAside }));
    await waitFor(() => expect(screen.queryByText(t.conflict.changed)).not.toBeInTheDocument());
    const kept = (await screen.findByText(/JB2611-0004 · /)).closest('li') as HTMLElement;
    fireEvent.click(within(kept).getByRole('button', { hidden: true }));
    await waitFor(() => expect(screen.queryByText(/JB2611-0004 · /)).not.toBeInTheDocument());
    expect(server.requests('jobs.start')).toHaveLength(1);
  },
);

test('without a network steps wait in sight, and the report asks for a photo first', async () => {
  const { server } = await show();
  await screen.findByRole('button', { name: 'Open JB2611-0004' });
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  await screen.findByText(/^Without a network since/);
  await press('Open JB2611-0004');
  await press('Begin work');
  expect(await screen.findByText('1 step waits to be sent')).toBeInTheDocument();
  await press('Report work');
  fireEvent.change(screen.getByLabelText('What was done'), { target: { value: 'Cleaned' } });
  const form = screen.getByRole('form');
  fireEvent.submit(form);
  expect(await within(form).findByRole('alert')).toHaveTextContent(
    'Take a photo of the work first.',
  );
  expect(server.requests('jobs.start')).toHaveLength(0);
  jest.restoreAllMocks();
});
