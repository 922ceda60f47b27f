import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { ActedPage } from './ActedPage.ts';
import { pressOpened } from './press.ts';

/** A request, an order, a receipt or a goods import, read and acted upon. */
export class DocumentPage extends ActedPage {
  get frame(): Locator {
    return this.page.locator('body');
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  /** The document's number once it has one. */
  async number(prefix: string): Promise<string> {
    const pattern = new RegExp(`^${prefix}\\d{4}-\\d{4}$`);
    await expect(this.heading).toHaveText(pattern);
    return (await this.heading.textContent()) ?? '';
  }

  /** Waits for the page of what was made just now, and answers its address: a form may name the status, too. */
  async isMade(status: string): Promise<string> {
    await this.page.waitForURL(({ pathname }) =>
      /\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(pathname),
    );
    await this.isNow(status);
    return new URL(this.page.url()).pathname;
  }

  async isNow(status: string): Promise<void> {
    // The tag stands beside the number; the course at the side names every status.
    await expect(this.heading.locator('..')).toContainText(this.statusText(status));
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  amount(key: string): Locator {
    return this.page.locator(`[data-amount="${key}"]`);
  }

  /** The PDF, as it is saved. */
  async download(): Promise<Buffer> {
    await this.page.getByRole('button', { name: this.kit('print.button') }).click();
    const saved = this.page.waitForEvent('download');
    await pressOpened(this.page.getByRole('menuitem', { name: this.kit('print.download') }));
    return readFile(await (await saved).path());
  }

  /** The tab of related documents, and the link to one of them. */
  async openRelated(number: string | RegExp): Promise<void> {
    await this.page.getByRole('tab', { name: this.kit('document.related') }).click();
    const link = this.page.getByRole('tabpanel').getByRole('link', { name: number });
    const shown = (await link.textContent()) ?? '';
    await link.click();
    // The page that was left stands for some frames more, with buttons of the same names.
    await expect(this.heading).toHaveText(shown);
  }
}
