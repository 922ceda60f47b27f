import { expect, type Page } from '@playwright/test';
import { PASSWORD } from '../fixtures/accounts.ts';
import { serverFor } from '../fixtures/api.ts';
import { type Order, smallOrder } from '../fixtures/orders.ts';
import {
  answerProbe,
  callOwnClient,
  NEUTRAL,
  notices,
  open,
  ownSession,
  pageOf,
  stopClock,
  test,
} from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// Specification 8, "Error catalogue": each notice has a test that names it. What no page of this
// release provokes is sent through the page's own client, with an answer made for it.

const languages = localesOf('notices').map((locale) => ({
  locale,
  at: locale === 'en' ? 'in English' : 'in Thai',
}));

async function shellIn(page: Page, locale: 'en' | 'th'): Promise<void> {
  await page.goto(NEUTRAL);
  await page.evaluate(
    (name) =>
      localStorage.setItem('locale', JSON.stringify({ state: { locale: name }, version: 0 })),
    locale,
  );
  await open(page, '/');
}

for (const { locale, at } of languages) {
  const say = (en: string, th: string) => (locale === 'en' ? en : th);

  test.describe(`main client, ${at}`, () => {
    let page: Page;
    test.beforeEach(async ({ browser }) => {
      page = await pageOf(browser, 'technician');
      await page.clock.install();
      await shellIn(page, locale);
    });

    test('non-GET success: data saved successfully, with the server’s message', async () => {
      await answerProbe(page, { status: 200, message: 'Request PR2611-0004 was created.' });
      // A notice stays until it is closed, however long it takes to read it.
      await stopClock(page);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        await callOwnClient(page, { client: 'main', method });
        await expect(notices(page)).toHaveCount(1);
        await expect(notices(page)).toContainText(say('Data saved successfully', 'บันทึกข้อมูลสำเร็จ'));
        await expect(notices(page)).toContainText('Request PR2611-0004 was created.');
        await page.getByRole('button', { name: say('Close the message', 'ปิดข้อความ') }).click();
        await expect(notices(page)).toHaveCount(0);
      }
      await callOwnClient(page, { client: 'main', method: 'GET' });
      await callOwnClient(page, { client: 'main', method: 'POST', notice: 'none' });
      await expect(notices(page)).toHaveCount(0);
    });

    test('403: you have no right to access this data; then the blank page', async () => {
      await open(page, '/profile');
      await answerProbe(page, { status: 403, message: 'x' });
      await callOwnClient(page, { client: 'main', method: 'GET' });
      await expect(notices(page)).toContainText(
        say('You have no right to access this data', 'คุณไม่มีสิทธิ์เข้าถึงข้อมูลนี้'),
      );
      await expect(
        page.getByText(say('Hi, this is a blank page.', 'สวัสดี นี่คือหน้าว่าง')),
      ).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/');
    });

    test('500: server error', async () => {
      await answerProbe(page, { status: 500 });
      for (const method of ['GET', 'POST'] as const) {
        await callOwnClient(page, { client: 'main', method });
        await expect(notices(page)).toHaveCount(1);
        await expect(notices(page)).toContainText(say('Server error', 'เซิร์ฟเวอร์เกิดข้อผิดพลาด'));
      }
    });

    test('other statuses on non-GET: error saving data, or a custom message', async () => {
      await answerProbe(page, { status: 409, message: 'Somebody was quicker.' });
      await callOwnClient(page, { client: 'main', method: 'POST' });
      await expect(notices(page)).toContainText(
        say('Error saving data', 'เกิดข้อผิดพลาดในการบันทึกข้อมูล'),
      );
      await expect(notices(page)).toContainText('Somebody was quicker.');
      await expect(notices(page)).toHaveCount(0);
      await callOwnClient(page, { client: 'main', method: 'POST', errorNotice: 'notYetFound' });
      await expect(notices(page)).toContainText(say('Not yet found', 'ยังไม่พบข้อมูล'));
      await expect(notices(page)).toHaveCount(0);
      await callOwnClient(page, { client: 'main', method: 'GET' });
      await expect(notices(page)).toHaveCount(0);
    });

    test('no response: cannot connect to server, with the error text', async () => {
      await answerProbe(page, 'abort');
      await callOwnClient(page, { client: 'main', method: 'GET' });
      await expect(notices(page)).toContainText(
        say('Cannot connect to server', 'ไม่สามารถเชื่อมต่อกับเซิร์ฟเวอร์ได้'),
      );
      await expect(notices(page)).toContainText('Network Error');
    });

    test('401: please sign in again, once, with the server’s message; then logout', async () => {
      await answerProbe(page, { status: 401, message: 'The session has ended.' });
      await Promise.all([
        page.waitForURL('**/login**', { waitUntil: 'commit' }),
        callOwnClient(page, { client: 'main', method: 'GET' }).catch(() => undefined),
      ]);
      // One assertion, which is met by one notice alone: it stays for a moment only.
      await expect(notices(page)).toHaveText(
        new RegExp(
          `${say('Please sign in again', 'กรุณาเข้าสู่ระบบใหม่อีกครั้ง')}.*The session has ended\\.`,
        ),
      );
    });

    test('401 without a message: its detail is ‘error’', async () => {
      await answerProbe(page, { status: 401 });
      await Promise.all([
        page.waitForURL('**/login**', { waitUntil: 'commit' }),
        callOwnClient(page, { client: 'main', method: 'GET' }).catch(() => undefined),
      ]);
      await expect(notices(page)).toContainText(say('Error', 'เกิดข้อผิดพลาด'));
    });
  });

  test.describe(`back-office client, ${at}`, () => {
    let page: Page;
    test.beforeEach(async ({ browser }) => {
      page = await pageOf(browser, 'technician');
      await page.clock.install();
      await shellIn(page, locale);
    });

    test('success on post, put, patch: data saved successfully; delete: deleted', async () => {
      await answerProbe(page, { status: 200 });
      await stopClock(page);
      for (const [method, text] of [
        ['POST', say('Data saved successfully', 'บันทึกข้อมูลสำเร็จ')],
        ['DELETE', say('Data deleted successfully', 'ลบข้อมูลสำเร็จ')],
        ['PUT', say('Data saved successfully', 'บันทึกข้อมูลสำเร็จ')],
        ['PATCH', say('Data saved successfully', 'บันทึกข้อมูลสำเร็จ')],
      ] as const) {
        await callOwnClient(page, { client: 'backOffice', method });
        await expect(notices(page)).toContainText(text);
        await page.getByRole('button', { name: say('Close the message', 'ปิดข้อความ') }).click();
        await expect(notices(page)).toHaveCount(0);
      }
      await callOwnClient(page, { client: 'backOffice', method: 'GET' });
      await expect(notices(page)).toHaveCount(0);
    });

    test('other non-GET errors: action failed, with the message or ‘Unknown error’', async () => {
      await answerProbe(page, { status: 409, message: 'The contract is closed.' });
      await callOwnClient(page, { client: 'backOffice', method: 'PUT' });
      await expect(notices(page)).toContainText(say('Action failed', 'ดำเนินการไม่สำเร็จ'));
      await expect(notices(page)).toContainText('The contract is closed.');
      await expect(notices(page)).toHaveCount(0);
      await answerProbe(page, { status: 500 });
      await callOwnClient(page, { client: 'backOffice', method: 'POST' });
      await expect(notices(page)).toContainText(say('Unknown error', 'ข้อผิดพลาดที่ไม่ทราบสาเหตุ'));
    });

    test('403 redirects nobody, and a failed GET says nothing', async () => {
      await open(page, '/profile');
      await answerProbe(page, { status: 403 });
      await callOwnClient(page, { client: 'backOffice', method: 'GET' });
      await expect(notices(page)).toHaveCount(0);
      await callOwnClient(page, { client: 'backOffice', method: 'POST' });
      await expect(notices(page)).toContainText(say('Action failed', 'ดำเนินการไม่สำเร็จ'));
      expect(new URL(page.url()).pathname).toBe('/profile');
    });

    test('401: sign in again, then logout', async () => {
      await answerProbe(page, { status: 401 });
      await Promise.all([
        page.waitForURL('**/login**', { waitUntil: 'commit' }),
        callOwnClient(page, { client: 'backOffice', method: 'POST' }).catch(() => undefined),
      ]);
      await expect(notices(page)).toContainText(
        say('Please sign in again', 'กรุณาเข้าสู่ระบบใหม่อีกครั้ง'),
      );
    });
  });

  test(`own texts of actions, ${at}: approved, rejected, status changed, notification sent`, async ({
    browser,
  }) => {
    const page = await pageOf(browser, 'technician');
    await shellIn(page, locale);
    await answerProbe(page, { status: 200 });
    for (const [notice, text] of [
      ['approved', say('Approved', 'อนุมัติแล้ว')],
      ['rejected', say('Rejected', 'ไม่อนุมัติแล้ว')],
      ['statusChanged', say('Status changed', 'เปลี่ยนสถานะแล้ว')],
      ['saleStatusChanged', say('Sale status changed', 'เปลี่ยนสถานะการขายแล้ว')],
      ['notificationSent', say('Notification sent', 'ส่งการแจ้งเตือนแล้ว')],
    ] as const) {
      await callOwnClient(page, { client: 'main', method: 'POST', notice });
      await expect(notices(page).last()).toHaveText(text);
    }
  });
}

// What the pages themselves say. The answer is made where a write would change what others look at.
for (const { locale, at } of languages) {
  const kit = textsOf(KIT, locale);
  const say = (en: string, th: string) => (locale === 'en' ? en : th);

  test(`a refused change of a count’s status says so on its page, ${at}`, async ({
    browser,
    baseURL,
  }) => {
    const manager = serverFor(baseURL, 'warehouse-manager');
    const [place] = await manager.get<{ id: string }[]>('/master-data/sub-warehouses', {
      search: 'CENTRAL',
    });
    const [bin] = await manager.get<{ id: string }[]>('/master-data/bins', {
      warehouseId: place?.id ?? '',
    });
    const plan = {
      warehouseId: place?.id,
      type: 'cycle',
      isBlind: true,
      freeze: 'none',
      binIds: [bin?.id],
    };
    const audit = await manager.post<{ id: string; version: number }>('/audits', plan);
    const page = await pageOf(browser, 'warehouse-manager');
    // The page does not hear of the other's change.
    await page.route('**/api/v1/notifications/stream*', (route) => route.abort());
    await shellIn(page, locale);
    await open(page, `/warehouse-management/audit/${audit.id}`);
    const start = new DocumentPage(page, kit, 'audit').action('start');
    await expect(start).toBeVisible();
    // Somebody else is quicker.
    await manager.patch(`/audits/${audit.id}`, { ...plan, version: audit.version, remark: 'x' });
    await start.click();
    await expect(notices(page)).toContainText(say('Status change failed', 'เปลี่ยนสถานะไม่สำเร็จ'));
  });

  test(`an order that is rejected or endorsed is not called approved, ${at}`, async ({
    browser,
    baseURL,
  }) => {
    const { id } = await smallOrder(serverFor(baseURL, 'purchasing-officer'), { isDraft: false });
    const order = await serverFor(baseURL, 'purchasing-manager').get<Order>(
      `/purchase_orders/${id}`,
    );
    const page = await pageOf(browser, 'purchasing-manager');
    await shellIn(page, locale);
    // What an hourly job tells whoever decides would stand beside it.
    await page.route('**/api/v1/notifications/stream*', (route) => route.abort());
    const answers: Record<string, string> = { approve: order.status, reject: 'rejected' };
    await page.route(`**/api/v1/purchase_orders/${order.id}/approval`, async (route) => {
      const { decision } = route.request().postDataJSON() as { decision: string };
      await route.fulfill({ json: { data: { ...order, status: answers[decision] } } });
    });
    await open(page, `/purchase-management/purchase-orders/${order.id}`);
    const document = new DocumentPage(page, kit, 'purchaseOrder');
    await document.act('approve');
    await Promise.all([
      expect(notices(page)).toContainText(
        say('Endorsed, waits for a higher approver', 'ให้ความเห็นชอบแล้ว รอผู้มีอำนาจสูงกว่าอนุมัติ'),
      ),
      document.confirm('approve'),
    ]);
    await expect(notices(page)).toHaveCount(0);
    await document.act('reject');
    await document.dialog.getByRole('textbox').fill('Too expensive');
    await Promise.all([
      expect(notices(page)).toContainText(say('Rejected', 'ไม่อนุมัติแล้ว')),
      document.confirm('reject'),
    ]);
  });

  test(`a session that has ended says one sentence once, ${at}`, async ({ browser }) => {
    const page = await ownSession(browser, 'technician');
    await page.evaluate(
      (name) =>
        localStorage.setItem('locale', JSON.stringify({ state: { locale: name }, version: 0 })),
      locale,
    );
    await open(page, '/profile');
    await page.evaluate(() => localStorage.setItem('token', 'ended'));
    await Promise.all([
      page.waitForURL('**/login**', { waitUntil: 'commit' }),
      page.goto('/dashboard').catch(() => undefined),
    ]);
    await expect(notices(page)).toHaveText(say('Please sign in again', 'กรุณาเข้าสู่ระบบใหม่อีกครั้ง'));
  });
}

test('sign-in: ‘signed in’, while the page that follows comes', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('technician@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await Promise.all([
    // It stays for its time, however long the page takes to come.
    expect(notices(page)).toHaveText('Signed in'),
    page.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await page.waitForURL('**/dashboard', { waitUntil: 'commit' });
});

test('a refused sign-in is said beside the form, and no notice says it again', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('nobody@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('E-mail or password is wrong.');
  await expect(notices(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('forgot-password: ‘please check your email’, for an account and for none', async ({
  page,
}) => {
  for (const email of ['auditor@demo.test', 'nobody@demo.test']) {
    await page.goto('/forgot-password');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(notices(page)).toContainText('Please check your email');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please check your email');
  }
});

test('reset: ‘password changed’', async ({ page }) => {
  await page.route('**/api/v1/auth/reset-password', (route) =>
    route.fulfill({ json: { data: {} } }),
  );
  await page.goto('/forgot-password?token=abc');
  await page.getByLabel('New password', { exact: true }).fill('three calm green boxes');
  await page.getByLabel('New password again').fill('three calm green boxes');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(notices(page)).toHaveText('Password changed');
  await expect(page.locator('[data-form-type="login"]')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('permission-fetch failures are only logged', async ({ browser }) => {
  // The profile refreshed behind the page is such a fetch: a server error neither speaks nor moves.
  const page = await pageOf(browser, 'technician');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/api/v1/auth/profile', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, code: 'INTERNAL', message: 'x' } }),
  );
  await open(page, '/profile');
  await expect.poll(() => logged.join('\n')).toContain('The profile could not be refreshed');
  await expect(notices(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/profile');
});

test('an icon that does not load logs ‘Failed to load icon’, and the menu works', async ({
  browser,
}) => {
  const page = await ownSession(browser, 'technician');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.evaluate(() => {
    const profile = JSON.parse(localStorage.getItem('profile') ?? '{}');
    for (const menu of profile.role.menus) menu.icon = 'no-such-icon';
    localStorage.setItem('profile', JSON.stringify(profile));
  });
  await page.route('**/api/v1/auth/profile', () => undefined);
  await page.reload();
  await expect.poll(() => logged.join('\n')).toContain('Failed to load icon');
  await page.locator('#sidebar').getByRole('button').first().click();
  await expect(page.locator('#sidebar').getByRole('link').first()).toBeVisible();
});
