import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';

/**
 * Types into the search of a list and waits for what is found: rows move when it comes, and a press on
 * one of them would meet its neighbour. The list is busy from the first letter on.
 */
export async function searchFor(box: Locator, term: string): Promise<void> {
  await box.fill(term);
  await expect(box.page().locator('[aria-busy="true"]')).toHaveCount(0);
}

/** A list, reached by the menu as a person reaches it. */
export class ListPage {
  readonly #page: Page;
  readonly #kit: Texts;

  constructor(page: Page, kit: Texts) {
    this.#page = page;
    this.#kit = kit;
  }

  /** Unfolds the page's area in the menu, and opens the page. */
  async goto(title: string): Promise<void> {
    const menu = this.#page.getByRole('navigation').first();
    const link = this.#page.getByRole('link', { name: title, exact: true, includeHidden: true });
    const area = menu.getByRole('listitem').filter({ has: link }).first().getByRole('button');
    if ((await area.getAttribute('aria-expanded')) === 'false') await area.click();
    await menu.getByRole('link', { name: title, exact: true }).click();
    await expect(this.#page.getByRole('heading', { level: 1 })).toHaveText(title);
  }

  /** Searches and opens what was found: by its name, or by what else its row holds. */
  async open(wanted: string | { readonly holding: string }): Promise<void> {
    const searched = typeof wanted === 'string' ? wanted : wanted.holding;
    const main = this.#page.getByRole('main');
    await searchFor(main.getByRole('searchbox', { name: this.#kit('list.search') }), searched);
    const row = main.getByRole('table').getByRole('row').filter({ hasText: searched });
    const link = row.getByRole('link', typeof wanted === 'string' ? { name: wanted } : {});
    // Where a drawer opens beside the list, it is a button.
    await link.or(row.locator('button[data-row-opener]')).first().click();
  }

  async create(button: string): Promise<void> {
    await this.#page
      .getByRole('main')
      .getByRole('link', { name: button })
      .or(this.#page.getByRole('main').getByRole('button', { name: button }))
      .click();
    // What was there stays until the form has come, and has fields and filters of the same names.
    await expect(this.#page.getByRole('heading', { name: button, exact: true })).toBeVisible();
  }
}
