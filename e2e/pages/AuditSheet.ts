import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';

/** The sheet of whoever counts: by scanner, or by tapping. */
export class AuditSheet {
  readonly #page: Page;
  readonly #text: Texts;

  constructor(page: Page, text: Texts) {
    this.#page = page;
    this.#text = text;
  }

  get #field(): Locator {
    return this.#page.getByLabel(this.#text('counting.scan'));
  }

  async isReady(): Promise<void> {
    await expect(this.#field).toBeFocused();
  }

  /** A code, or a quantity, and Enter. */
  async scan(typed: string): Promise<void> {
    await this.#page.keyboard.type(typed);
    await this.#page.keyboard.press('Enter');
    await expect(this.#field).toHaveValue('');
  }

  async openBin(code: string): Promise<void> {
    await this.#page.getByRole('button', { name: code }).click();
    await expect(this.#page.getByRole('heading', { name: code })).toBeVisible();
  }

  row(named: string): Locator {
    return this.#page.getByRole('listitem').getByRole('button').filter({ hasText: named });
  }

  key(name: string): Locator {
    return this.#page
      .getByRole('region')
      .last()
      .getByRole('button', { name: this.#known(name), exact: true });
  }

  #known(name: string): string {
    return /^\d$/.test(name) ? name : this.#text(`counting.${name}`);
  }

  async waits(count: number): Promise<void> {
    const text =
      count === 0
        ? this.#text('counting.allSent')
        : this.#text('counting.waiting_other', { count });
    await expect(this.#page.getByRole('status').filter({ hasText: text })).toBeVisible();
  }

  async finish(key: 'finish' | 'finishRecount'): Promise<void> {
    await this.waits(0);
    const name = this.#text(`counting.${key}`);
    await this.#page.getByRole('button', { name, exact: true }).click();
  }
}
