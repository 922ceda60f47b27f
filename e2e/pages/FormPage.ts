import { expect, type Locator, type Page } from '@playwright/test';
import { pressOpened } from './press.ts';

/** A form of the kit: fields by their labels, cells of its lines by column and number. */
export class FormPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * A field by its label. The list that a person comes from may filter by a field of the same label, and
   * stays until the form's code is here.
   */
  field(label: string): Locator {
    return this.#page
      .getByLabel(label, { exact: true })
      .and(this.#page.locator(':not([data-list-tools] *)'));
  }

  /** The cell of a line: its column's title and the number of the line are its name. */
  cell(column: string, line: number): Locator {
    return this.field(`${column} ${line}`);
  }

  /** Types into a field that searches records, and takes the one that is found. */
  async choose(field: Locator, search: string): Promise<void> {
    await field.click();
    await field.fill(search);
    // The list hangs at the end of the document; beside what shows it holds some for screen readers.
    const option = this.#page
      .locator('.ant-select-dropdown .ant-select-item-option')
      .filter({ hasText: search, visible: true });
    await pressOpened(option.first());
    await expect(option.first()).toBeHidden();
  }

  /** Adds one of a look-up to those chosen; the list of choices stays open until it is left. */
  async add(field: Locator, search: string): Promise<void> {
    await field.click();
    await field.fill(search);
    await pressOpened(
      this.#page
        .locator('.ant-select-dropdown .ant-select-item-option')
        .filter({ hasText: search, visible: true })
        .first(),
    );
    await this.#page.keyboard.press('Escape');
  }

  /** Picks one of a few choices. */
  async pick(field: Locator, choice: string): Promise<void> {
    await field.click();
    const option = this.#page.locator('.ant-select-dropdown .ant-select-item-option').filter({
      visible: true,
      hasText: new RegExp(`^${choice.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
    });
    // A list that is still folding up offers its choices beside those of the one that opens.
    await expect(option).toHaveCount(1);
    await pressOpened(option);
  }

  /** Types a figure and leaves the field, as somebody who goes on typing elsewhere. */
  async type(field: Locator, value: string): Promise<void> {
    await field.fill(value);
    await field.blur();
  }

  async addLine(button: string): Promise<void> {
    await this.#page.getByRole('button', { name: button }).click();
  }

  /** A figure under the lines, as it is read. */
  amount(key: string): Locator {
    return this.#page.locator(`[data-amount="${key}"]`);
  }

  async save(button: string): Promise<void> {
    await this.#page.getByRole('button', { name: button, exact: true }).click();
  }
}
