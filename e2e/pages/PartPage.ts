import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';

export interface PartFigures {
  readonly name: string;
  readonly onHand: number;
  readonly averageCost: string;
  readonly stockValue: string;
}

/** The tracking page of a part: its figures and its moves. */
export class PartPage {
  readonly #page: Page;
  readonly #text: Texts;

  constructor(page: Page, text: Texts) {
    this.#page = page;
    this.#text = text;
  }

  /** What stands under a term of the page's list of figures. */
  figure(label: string): Locator {
    return this.#page
      .locator('dl > div')
      .filter({ has: this.#page.getByText(label, { exact: true }) })
      .getByRole('definition')
      .first();
  }

  get moves(): Locator {
    return this.#page.getByRole('table');
  }

  async shows({ name, onHand, averageCost, stockValue }: PartFigures): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(this.figure(this.#text('parts.stock.onHand'))).toHaveText(
      new RegExp(`^${onHand}\\D*$`),
    );
    await expect(this.figure(this.#text('parts.field.averageCost'))).toHaveText(`฿${averageCost}`);
    await expect(this.figure(this.#text('parts.stock.value'))).toHaveText(`฿${stockValue}`);
  }
}
