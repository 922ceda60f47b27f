import { expect, type Page } from '@playwright/test';
import { PIXEL } from '../fixtures/pictures.ts';
import type { Texts } from '../fixtures/texts.ts';
import type { FormPage } from './FormPage.ts';

/** Attaches a photograph of the work to the document that is open. */
export async function attachPhoto(
  page: Page,
  { form, kit }: { readonly form: FormPage; readonly kit: Texts },
): Promise<void> {
  await page.getByRole('tab', { name: kit('document.attachments') }).click();
  await form.pick(page.getByLabel(kit('files.kind')), kit('files.kinds.photo'));
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'after.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByRole('tabpanel')).toContainText('after.png');
}
