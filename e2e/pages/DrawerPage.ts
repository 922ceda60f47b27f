import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';

/** A document in the drawer over its list. */
export class DrawerPage {
  readonly #page: Page;
  readonly #kit: Texts;
  readonly #machine: string;

  constructor(page: Page, kit: Texts, machine: string) {
    this.#page = page;
    this.#kit = kit;
    this.#machine = machine;
  }

  get panel(): Locator {
    return this.#page.locator('[role="dialog"]:not(.ant-modal)');
  }

  /** The dialog that an action opened over it. */
  get asked(): Locator {
    return this.#page.locator('[role="dialog"].ant-modal');
  }

  async isNow(status: string): Promise<void> {
    const label = this.#kit(`status.${this.#machine}.${status}`);
    await expect(this.panel.getByRole('heading').first().locator('..')).toContainText(label);
  }

  /** Presses an action; what does not fit beside the title is in a menu. */
  async act(name: string): Promise<void> {
    const label = this.#kit(`action.${this.#machine}.${name}`);
    const button = this.panel.getByRole('button', { name: label, exact: true });
    const more = this.panel.getByRole('button', { name: this.#kit('document.more') });
    await button.or(more).first().waitFor();
    if (await button.isVisible()) return button.click();
    await more.click();
    await this.#page.getByRole('menuitem', { name: label, exact: true }).click();
  }

  /** Answers the dialog by its own button, which is named as the action is. */
  async confirm(name: string): Promise<void> {
    const label = this.#kit(`action.${this.#machine}.${name}`);
    await this.asked.getByRole('button', { name: label, exact: true }).click();
    await expect(this.asked).toBeHidden();
  }

  /** The number under which the document is filed. */
  async number(prefix: string): Promise<string> {
    const heading = this.panel.getByRole('heading', {
      name: new RegExp(`^${prefix}\\d{4}-\\d{4}`),
    });
    await expect(heading).toBeVisible();
    return /[A-Z]{2}\d{4}-\d{4}/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
  }
}
