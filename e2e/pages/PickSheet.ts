import { expect, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';

/** The picker's sheet of a requisition or a transfer, worked by a scanner: a keyboard that ends with Enter. */
export class PickSheet {
  readonly #page: Page;
  readonly #text: Texts;

  constructor(page: Page, text: Texts) {
    this.#page = page;
    this.#text = text;
  }

  /** Waits until the sheet takes codes; the field has the keyboard by itself. */
  async isReady(): Promise<void> {
    await expect(this.#page.getByLabel(this.#text('picking.scan'))).toBeFocused();
  }

  /** Scans a code and reads what the sheet says to it. */
  async scan(code: string, says: string | RegExp): Promise<void> {
    await this.#page.keyboard.type(code);
    await this.#page.keyboard.press('Enter');
    await expect(this.#page.locator('#scan-said')).toContainText(says);
  }

  /** `button`: what the sheet's document calls it. */
  async save(button = 'picking.save'): Promise<void> {
    await this.#page.getByRole('button', { name: this.#text(button), exact: true }).click();
  }
}
