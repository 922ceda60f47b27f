import { expect, test } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { smallOrder } from '../fixtures/orders.ts';
import { signIn } from '../fixtures/session.ts';

test('@purchasing an approved order goes to its supplier by e-mail, and its history says so', async ({
  page,
  baseURL,
}) => {
  // The journey makes its own order: the demonstration's approved ones may be delivered by now.
  const asked = await smallOrder(serverFor(baseURL, 'purchasing-officer'), { isDraft: false });
  const order = await serverFor(baseURL, 'purchasing-manager').post<{
    readonly id: string;
    readonly documentNo: string;
  }>(`/purchase_orders/${asked.id}/approval`, { version: asked.version, decision: 'approve' });
  await signIn(page, 'purchasing-manager');
  await page.goto(`/purchase-management/purchase-orders/${order.id}`);
  await expect(page.getByRole('heading', { name: order.documentNo })).toBeVisible();
  const send = page.getByRole('button', { name: 'Send by e-mail' });
  // Seldom used actions wait behind a button where there is no room.
  if (!(await send.isVisible())) await page.getByRole('button', { name: 'More' }).click();
  await page.getByText('Send by e-mail', { exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: /^(\* )?To$/ })).toHaveValue(/@/);
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue(
    new RegExp(order.documentNo),
  );
  await dialog.getByRole('textbox', { name: 'Copy to' }).fill('buyer@own.example');
  await dialog.getByRole('button', { name: 'Send by e-mail' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Sent to the supplier by e-mail').first()).toBeVisible();
});
