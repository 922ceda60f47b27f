import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { JobTabs } from '../../JobTabs.tsx';

const ID = '01a1fdb4-0000-7000-8000-000000000001';
const at = '2026-11-20T03:00:00.000Z';
const record = { id: ID, version: 3, createdAt: at, updatedAt: at };
const type = {
  id: '01a1fdb4-0000-7000-8000-000000000002',
  code: 'SNACK',
  name: 'Snacks',
  nameTh: 'ขนม',
};
const person = { id: '01a1fdb4-0000-7000-8000-000000000003', name: 'Ekkachai Phromma' };
const code = {
  ...record,
  kind: 'symptom' as const,
  code: 'S-COIN',
  name: 'Does not pay out change',
  nameTh: 'ไม่ทอนเงิน',
  productType: type,
  isActive: true,
};
const skill = { ...record, user: person, productType: type, level: 3, note: null };
const absence = {
  ...record,
  user: person,
  startsAt: '2026-12-01T01:30:00.000Z',
  endsAt: '2026-12-02T10:30:00.000Z',
  reason: 'training' as const,
  note: 'Cooling units',
};

const open = async (
  tab: string,
  { as = 'engineer-manager', locale = 'en' as 'en' | 'th' } = {},
) => {
  const server = fakeServer();
  server.answer('jobCodes.list', { data: [code], meta: { totalItems: 1 } });
  server.answer('technicianSkills.list', { data: [skill], meta: { totalItems: 1 } });
  server.answer('technicianAbsences.list', { data: [absence], meta: { totalItems: 1 } });
  server.answer('technicianSkills.technicians', {
    data: [{ ...person, code: null }],
    meta: { totalItems: 1 },
  });
  server.answer('productTypes.all', { data: [type], meta: { totalItems: 1 } });
  server.answer('jobCodes.create', { data: code });
  server.answer('jobCodes.update', { data: code });
  server.answer('technicianSkills.update', { data: skill });
  server.answer('technicianAbsences.create', { data: absence });
  server.answer('technicianAbsences.update', { data: absence });
  const drawn = await renderPage(
    <JobTabs title="Repairs" label="Jobs" jobs={<p>All the jobs</p>} />,
    {
      route: `/repair-management/repair-list/default?tab=${tab}`,
      as,
      locale,
      server,
      texts: { 'remote-repair-maintenance': { en, th } },
    },
  );
  return { ...drawn, server };
};

test('begins with the jobs and goes on to their masters', async () => {
  const { user } = await open('jobs');
  expect(screen.getByText('All the jobs')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Skills' }));
  expect(await screen.findByText('3 · Teaches others')).toBeVisible();
});

test.each([
  ['en', 'codes', ['Does not pay out change', 'Symptom', 'Snacks']],
  ['th', 'codes', ['ไม่ทอนเงิน', 'อาการ', 'ขนม']],
  ['en', 'skills', ['Ekkachai Phromma', '3 · Teaches others']],
  ['th', 'skills', ['Ekkachai Phromma', '3 · สอนผู้อื่นได้']],
  ['en', 'absences', ['Ekkachai Phromma', 'Training', 'Cooling units']],
  ['th', 'absences', ['Ekkachai Phromma', 'อบรม', 'Cooling units']],
] as const)('lists in %s: %s', async (locale, tab, texts) => {
  await open(tab, { locale });
  const [first, ...others] = texts;
  expect((await screen.findAllByText(first))[0]).toBeVisible();
  for (const text of others) expect(screen.getAllByText(text)[0]).toBeVisible();
});

test('a code keeps its kind and is changed in its drawer', async () => {
  const { server, user } = await open('codes');
  await user.click(await screen.findByText('Does not pay out change'));
  const drawer = await screen.findByRole('dialog');
  const name = await within(drawer).findByDisplayValue('Does not pay out change');
  expect(within(drawer).queryByLabelText('Kind')).toBeNull();
  await user.clear(name);
  await user.type(name, 'Pays out no change');
  await user.click(within(drawer).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests('jobCodes.update')[0]?.body).toEqual({
      version: 3,
      code: 'S-COIN',
      name: 'Pays out no change',
      nameTh: 'ไม่ทอนเงิน',
      productTypeId: type.id,
      isActive: true,
    }),
  );
});

test('a level is chosen in words', async () => {
  const { server, user } = await open('skills');
  await user.click(await screen.findByText('3 · Teaches others'));
  const drawer = await screen.findByRole('dialog');
  await user.click(within(drawer).getByLabelText('Level'));
  await user.click(await screen.findByTitle('1 · With help'));
  await user.click(within(drawer).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests('technicianSkills.update')[0]?.body).toMatchObject({
      version: 3,
      level: 1,
    }),
  );
});

test('an absence is entered by day and time of Bangkok, by a technician for nobody else', async () => {
  const { server, user } = await open('absences', { as: 'technician' });
  await screen.findByText('Cooling units');
  await user.click(screen.getByRole('button', { name: 'New absence' }));
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).queryByLabelText('Technician')).toBeNull();
  const from = await within(drawer).findByLabelText('Away from');
  await user.type(from, '2026-12-10');
  await user.tab();
  await user.type(within(drawer).getByLabelText('Back from'), '2026-12-11');
  await user.tab();
  const [time] = within(drawer).getAllByLabelText('Time');
  if (!time) throw new Error('no time');
  await user.click(time);
  await user.keyboard('13:00');
  await user.click(await screen.findByText('13:00', { selector: '.ant-select-item *' }));
  await user.click(within(drawer).getByRole('button', { name: /Create|Save/ }));
  await waitFor(() =>
    expect(server.requests('technicianAbsences.create')[0]?.body).toMatchObject({
      startsAt: '2026-12-10T06:00:00.000Z',
      endsAt: '2026-12-11T10:30:00.000Z',
      reason: 'leave',
    }),
  );
});

test('somebody who only reads is offered nothing to change', async () => {
  await open('codes', { as: 'auditor' });
  await screen.findByText('Does not pay out change');
  expect(screen.queryByRole('button', { name: 'New code' })).toBeNull();
});

test('an absence without a day is refused before it is sent', async () => {
  const { server, user } = await open('absences');
  await screen.findByText('Cooling units');
  await user.click(screen.getByRole('button', { name: 'New absence' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByLabelText('Technician')).toBeVisible();
  await user.click(within(drawer).getByRole('button', { name: /Create|Save/ }));
  expect(await within(drawer).findAllByRole('alert')).not.toHaveLength(0);
  expect(server.requests('technicianAbsences.create')).toHaveLength(0);
});
