import { expect, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';
import type { FormPage } from './FormPage.ts';

/** One pixel as PNG. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Attaches a photograph of the work to the document that is open. */
export async function attachPhoto(
  page: Page,
  { form, kit }: { readonly form: FormPage; readonly kit: Texts },
): Promise<void> {
  await page.getByRole('tab', { name: kit('document.attachments') }).click();
  await form.pick(page.getByLabel(kit('files.kind')), kit('files.kinds.photo'));
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'after.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(page.getByRole('tabpanel')).toContainText('after.png');
}
