import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';
import { pressOpened } from './press.ts';

/** A document whose actions are pressed: on a page of its own, or in the drawer over its list. */
export abstract class ActedPage {
  protected readonly page: Page;
  protected readonly kit: Texts;
  readonly #machine: string;

  constructor(page: Page, kit: Texts, machine: string) {
    this.page = page;
    this.kit = kit;
    this.#machine = machine;
  }

  /** Where its buttons are. */
  abstract get frame(): Locator;

  /** The dialog that an action opened. */
  abstract get dialog(): Locator;

  protected statusText(status: string): string {
    return this.kit(`status.${this.#machine}.${status}`);
  }

  #label(name: string): string {
    return this.kit(`action.${this.#machine}.${name}`);
  }

  action(name: string): Locator {
    return this.frame.getByRole('button', { name: this.#label(name), exact: true });
  }

  /** Presses an action; a dialog that asks first is the test's to answer. What has no room is in a menu. */
  async act(name: string): Promise<void> {
    const more = this.frame.getByRole('button', { name: this.kit('document.more') });
    await this.action(name).or(more).first().waitFor();
    if (await this.action(name).isVisible()) return this.action(name).click();
    await more.click();
    await pressOpened(this.page.getByRole('menuitem', { name: this.#label(name), exact: true }));
  }

  /** Answers the dialog by its own button, which is named as the action is. */
  async confirm(name: string): Promise<void> {
    await pressOpened(this.dialog.getByRole('button', { name: this.#label(name), exact: true }));
    await expect(this.dialog).toBeHidden();
  }

  abstract isNow(status: string): Promise<void>;

  /** Does an action whose dialog asks for nothing more, and sees what has become of the document. */
  async done(name: string, status: string): Promise<void> {
    await this.act(name);
    await this.confirm(name);
    await this.isNow(status);
  }
}
