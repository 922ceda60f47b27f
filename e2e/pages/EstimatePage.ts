import { expect, type Page } from '@playwright/test';
import type { Locale } from '../fixtures/texts.ts';
import { FAULT_TEXTS, FaultPage } from './FaultPage.ts';

/** The page on which a customer answers an estimate, as a telephone shows it. */
export class EstimatePage {
  readonly page: Page;
  readonly #texts: (typeof FAULT_TEXTS)[Locale]['estimate'];
  readonly #frame: FaultPage;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.#texts = FAULT_TEXTS[locale].estimate;
    this.#frame = new FaultPage(page, locale);
  }

  async open(link: string, documentNo: string): Promise<void> {
    await this.page.goto(new URL(link).pathname);
    const title = this.#texts.title.replace('{no}', documentNo);
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(title);
    await this.#frame.isReadable();
  }

  async tells(text: string): Promise<void> {
    await expect(this.page.getByRole('main')).toContainText(text);
  }

  /** Says yes or no; a no has its reason. */
  async answer(name: string, reason: string | null): Promise<void> {
    await this.page.getByLabel(this.#texts.name).fill(name);
    if (reason !== null) await this.page.getByLabel(this.#texts.reason).fill(reason);
    const button = reason === null ? this.#texts.accept : this.#texts.decline;
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  async isAnswered(as: 'accepted' | 'declined'): Promise<void> {
    const [beginning = ''] = this.#texts[as].split('{time}');
    await expect(this.page.getByRole('status')).toContainText(beginning.trim());
    await this.#frame.isReadable();
  }
}
