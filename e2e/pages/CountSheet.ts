import { expect, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';
import { FormPage } from './FormPage.ts';

/** The storekeeper's sheet of a goods import. */
export class CountSheet {
  readonly #page: Page;
  readonly #text: Texts;

  constructor(page: Page, text: Texts) {
    this.#page = page;
    this.#text = text;
  }

  /** Everything came whole, and lies in one bin. */
  async allReceivedInto(bin: string): Promise<void> {
    await this.#page.getByRole('button', { name: this.#text('counts.allReceived') }).click();
    const form = new FormPage(this.#page);
    await form.choose(form.field(this.#text('counts.binForAll')), bin);
    const wholes = this.#page.getByText(this.#text('counts.sum.whole'), { exact: true });
    await expect(wholes).toHaveCount(
      await this.#page.getByText(this.#text('counts.field.expectedQty'), { exact: true }).count(),
    );
  }

  async save(): Promise<void> {
    await this.#page.getByRole('button', { name: this.#text('imports.save'), exact: true }).click();
  }
}
