import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { squeezed, textOfPdf } from '../fixtures/pdfs.ts';
import { open, pageOf, test } from '../fixtures/shell.ts';
import { KIT, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

// Document headers: changed with a logo, seen before it is saved, printed on what is not yet
// approved; what was approved keeps the header it had.

const PAGE = '/manage-system-data/purchase-header';
const NAME = 'Boxyard Letterhead Company Limited';

/** The next preview that shows a text. */
const previewWith = (page: Page, text: string) =>
  page.waitForResponse(async (answer) => {
    if (!answer.url().endsWith('/document_headers/preview') || !answer.ok()) return false;
    // One that the next change has broken off has no body.
    const body = await answer.body().catch(() => null);
    return body !== null && (await textOfPdf(body)).includes(squeezed(text));
  });

test('a purchase header gets a logo and a name, and the next order is printed with them', {
  tag: ['@administration', '@needs-alone'],
}, async ({ browser, baseURL }) => {
  const admin = await pageOf(browser, 'company-admin');
  await open(admin, PAGE);
  const header = admin.locator('tbody').getByText('Purchase order', { exact: true }).first();
  await header.click();
  const name = admin.getByLabel('Company name in English');
  await expect(name).toHaveValue('Boxyard Vending Co., Ltd.');

  // Any picture will do: the page’s own heading, photographed.
  const logo = admin.getByRole('img', { name: 'Logo' });
  const old = await logo.getAttribute('src');
  await admin.locator('input[type="file"]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await admin.getByRole('heading', { level: 1 }).screenshot(),
  });
  await expect(logo).not.toHaveAttribute('src', old ?? '');
  const drawn = previewWith(admin, NAME);
  await name.fill(NAME);
  await drawn;
  await expect(admin.getByTitle('Preview')).toHaveAttribute('src', /^blob:/);

  await admin.getByRole('button', { name: 'Save header' }).focus();
  await admin.keyboard.press('Enter');
  await expect(header).toBeVisible();

  const officer = serverFor(baseURL, 'purchasing-officer');
  const reader = await pageOf(browser, 'purchasing-officer');
  const printed = async (status: string) => {
    const [order] = await officer.get<{ id: string }[]>('/purchase_orders', {
      status,
      limit: '10',
    });
    await open(reader, `/purchase-management/purchase-orders/${order?.id}`);
    return textOfPdf(
      await new DocumentPage(reader, textsOf(KIT, 'en'), 'purchaseOrder').download(),
    );
  };
  expect(await printed('draft,pending')).toContain(squeezed(NAME));
  const kept = await printed('onGoing,booking,completed');
  expect(kept).toContain(squeezed('Boxyard Vending Co., Ltd.'));
  expect(kept).not.toContain(squeezed(NAME));
});
