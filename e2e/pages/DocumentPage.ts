import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';

/** A request, an order, a receipt or a goods import, read and acted upon. */
export class DocumentPage {
  readonly #page: Page;
  readonly #kit: Texts;
  readonly #machine: string;

  constructor(page: Page, kit: Texts, machine: string) {
    this.#page = page;
    this.#kit = kit;
    this.#machine = machine;
  }

  get heading(): Locator {
    return this.#page.getByRole('heading', { level: 1 });
  }

  /** The document's number once it has one. */
  async number(prefix: string): Promise<string> {
    const pattern = new RegExp(`^${prefix}\\d{4}-\\d{4}$`);
    await expect(this.heading).toHaveText(pattern);
    return (await this.heading.textContent()) ?? '';
  }

  async isNow(status: string): Promise<void> {
    const label = this.#kit(`status.${this.#machine}.${status}`);
    // The tag stands beside the number; the course at the side names every status.
    await expect(this.heading.locator('..')).toContainText(label);
  }

  action(name: string): Locator {
    const label = this.#kit(`action.${this.#machine}.${name}`);
    return this.#page.getByRole('button', { name: label, exact: true });
  }

  /** Presses an action; a dialog that asks first is the test's to answer. On a phone most are in a menu. */
  async act(name: string): Promise<void> {
    const more = this.#page.getByRole('button', { name: this.#kit('document.more') });
    await this.action(name).or(more).first().waitFor();
    if (await this.action(name).isVisible()) return this.action(name).click();
    await more.click();
    const label = this.#kit(`action.${this.#machine}.${name}`);
    await this.#page.getByRole('menuitem', { name: label, exact: true }).click();
  }

  /** The dialog that an action opened. */
  get dialog(): Locator {
    return this.#page.getByRole('dialog');
  }

  /** Answers the dialog by its own button, which is named as the action is. */
  async confirm(name: string): Promise<void> {
    const label = this.#kit(`action.${this.#machine}.${name}`);
    // While it unfolds a press goes to what lies behind it.
    await expect(this.dialog).not.toHaveClass(/-zoom-/);
    await this.dialog.getByRole('button', { name: label, exact: true }).click();
    await expect(this.dialog).toBeHidden();
  }

  /** Does an action whose dialog asks for nothing more, and sees what has become of the document. */
  async done(name: string, status: string): Promise<void> {
    await this.act(name);
    await this.confirm(name);
    await this.isNow(status);
  }

  amount(key: string): Locator {
    return this.#page.locator(`[data-amount="${key}"]`);
  }

  /** The PDF, as it is saved. */
  async download(): Promise<Buffer> {
    await this.#page.getByRole('button', { name: this.#kit('print.button') }).click();
    const saved = this.#page.waitForEvent('download');
    await this.#page.getByRole('menuitem', { name: this.#kit('print.download') }).click();
    return readFile(await (await saved).path());
  }

  /** The tab of related documents, and the link to one of them. */
  async openRelated(number: string | RegExp): Promise<void> {
    await this.#page.getByRole('tab', { name: this.#kit('document.related') }).click();
    await this.#page.getByRole('tabpanel').getByRole('link', { name: number }).click();
  }
}
