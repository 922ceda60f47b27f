import { expect, type Page } from '@playwright/test';
import { type ServerFor, serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { contextOf } from '../fixtures/looks.ts';
import { test } from '../fixtures/shell.ts';
import { ADMIN, KIT, textsOf } from '../fixtures/texts.ts';
import { ListPage, searchFor } from '../pages/ListPage.ts';
import { pressOpened } from '../pages/press.ts';

// Teams: somebody is put into a team, moved to another one by request and approval with
// their open work handed over, and every page they have open knows of it without a reload.

const t = textsOf(ADMIN, 'en');
const kit = textsOf(KIT, 'en');
const MOVED = { account: 'purchasing-officer', name: 'Kanya Rattana' };
const COLLEAGUE = { account: 'purchasing-manager', name: 'Wichai Thongdee' };

/** What the browser of somebody keeps of their place in a team. */
const ORDER_NUMBER = /PO\d{4}-\d{4}/;

const placeOf = (page: Page) =>
  page.evaluate(() => {
    const { team } = JSON.parse(localStorage.getItem('profile') ?? '{}');
    return team ? `${team.position} ${team.name}` : null;
  });

const option = (page: Page, text: string) =>
  page
    .locator('.ant-select-dropdown .ant-select-item-option')
    .filter({ hasText: text, visible: true });

async function pick(page: Page, field: string, choice: string): Promise<void> {
  await page.getByLabel(field, { exact: true }).click();
  await pressOpened(option(page, choice).first());
}

/** A team without people, for somebody to be moved to. */
async function teamOf(server: ServerFor, name: string): Promise<string> {
  const [company] = await server.get<{ id: string }[]>('/companies/all', { search: 'BXY' });
  const { id } = await server.post<{ id: string }>('/teams', {
    type: 'engineer',
    companyId: company?.id,
    name,
    nameTh: null,
  });
  return id;
}

test('a person joins a team, and moves to another one with their work handed over', {
  tag: ['@administration', '@needs-alone'],
}, async ({ browser, baseURL }) => {
  const mark = Date.now().toString(36);
  const [from, to] = [`From ${mark}`, `To ${mark}`];
  await teamOf(serverFor(baseURL, 'company-admin'), to);
  const pageFor = async (account: string) =>
    (await contextOf(browser, { account, locale: 'en' })).newPage();
  const person = await pageFor(MOVED.account);
  await person.goto('/dashboard');
  await expect(person.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await placeOf(person)).toBeNull();

  const boss = await pageFor('company-admin');
  await test.step('a team is made by keyboard alone', async () => {
    await boss.goto('/dashboard');
    await new ListPage(boss, kit).goto(titleOf('engineer-teams', 'en'));
    await expect(boss.getByRole('main').getByRole('button', { name: to })).toBeVisible();
    await boss.keyboard.press('n');
    const name = boss.getByRole('dialog').getByLabel(kit('common.field.name'), { exact: true });
    await expect(name).toBeFocused();
    await boss.keyboard.type(from);
    await boss.keyboard.press('Tab');
    await boss.keyboard.press('Tab');
    await boss.keyboard.type('BXY');
    // Enter takes what is marked; found is not marked yet.
    await expect(
      boss.locator('.ant-select-item-option-active').filter({ hasText: 'BXY', visible: true }),
    ).toBeVisible();
    await boss.keyboard.press('Enter');
    await boss.getByRole('button', { name: t('teams.engineer.create') }).focus();
    await boss.keyboard.press('Enter');
  });

  await test.step('somebody without a team is put into it', async () => {
    const choice = boss.getByLabel(t('teams.people.choose'), { exact: true });
    await choice.fill('Kanya');
    await pressOpened(option(boss, MOVED.name));
    await boss.keyboard.press('Escape');
    await boss.getByRole('button', { name: t('teams.people.assign') }).click();
    await expect(
      boss.getByRole('button', { name: t('teams.people.moveOne', { name: MOVED.name }) }),
    ).toBeVisible();
    await expect.poll(() => placeOf(person)).toBe(`member ${from}`);
  });

  await test.step('a move to the other team is asked for', async () => {
    await boss
      .getByRole('button', { name: t('teams.people.moveOne', { name: MOVED.name }) })
      .click();
    const form = boss.getByRole('dialog', { name: t('teamMoves.new') });
    await form.getByLabel(t('teamMoves.field.toTeam'), { exact: true }).fill(to);
    await pressOpened(option(boss, to));
    await form.getByLabel(t('teamMoves.field.reason')).fill('The other team needs a buyer');
    await form.getByRole('button', { name: t('teamMoves.create') }).click();
    await expect(form).toBeHidden();
  });

  const admin = await pageFor('system-admin');
  await test.step('somebody else decides, and says of each piece of work who goes on with it', async () => {
    await admin.goto('/users-management/engineer-teams?tab=requests');
    const list = admin.getByRole('main').getByRole('table');
    await list.getByRole('button', { name: MOVED.name }).first().click();
    const approve = admin.getByRole('button', { name: t('teamMoves.approve') });
    await expect(approve).toBeDisabled();
    await admin.getByRole('button', { name: t('teamMoves.work.keepAll') }).click();
    await expect(approve).toBeEnabled();
    const work = admin.getByRole('region', { name: t('teamMoves.work.title') });
    const order = work
      .getByRole('row')
      // Once decided, the rows stand in another order; only what has a number is found again.
      .filter({ hasText: ORDER_NUMBER })
      .first();
    const name = (await order.getByRole('cell').first().textContent()) ?? '';
    const given = work.getByRole('row').filter({ hasText: name });
    await pick(admin, t('teamMoves.work.choiceOf', { name }), t('teamMoves.work.reassign'));
    await expect(approve).toBeDisabled();
    await admin.getByLabel(t('teamMoves.work.colleagueOf', { name })).fill('Wichai');
    await pressOpened(option(admin, COLLEAGUE.name));
    await approve.click();
    await expect(given).toContainText(t('teamMoves.work.given', { name: COLLEAGUE.name }));
    await expect.poll(() => placeOf(person)).toBe(`member ${to}`);

    const colleague = serverFor(baseURL, COLLEAGUE.account);
    const notices = await colleague.get<{ title: string }[]>('/notifications', { limit: '100' });
    expect(notices.map(({ title }) => title)).toContain(`${name} is yours now`);
  });

  await test.step('the list of people says where they are', async () => {
    await admin.goto('/users-management/users');
    await searchFor(admin.getByRole('searchbox', { name: kit('list.search') }), 'Kanya');
    const row = admin.getByRole('row').filter({ hasText: MOVED.name });
    await expect(row).toContainText(to);
    await row.getByRole('button', { name: MOVED.name }).click();
    await expect(admin.getByRole('dialog')).toContainText(
      t('users.teamOf', { position: t('teamMoves.choice.position.member'), team: to }),
    );
  });
  for (const page of [person, boss, admin]) await page.context().close();
});
