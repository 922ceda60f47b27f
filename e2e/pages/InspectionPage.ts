import { expect, type Locator, type Page } from '@playwright/test';
import type { Texts } from '../fixtures/texts.ts';
import { DocumentPage } from './DocumentPage.ts';
import { FormPage } from './FormPage.ts';

/** A visit to a container, as whoever looks at it fills in its checklist. */
export class InspectionPage extends DocumentPage {
  readonly #t: Texts;

  constructor(page: Page, texts: { readonly kit: Texts; readonly t: Texts }) {
    super(page, texts.kit, 'inspection');
    this.#t = texts.t;
  }

  /** Begins, and opens the checklist. */
  async begin(): Promise<void> {
    await this.act('start');
    await this.isNow('inProgress');
    await this.act('complete');
    await expect(this.items.first()).toBeVisible();
  }

  /** The items of the checklist. */
  get items(): Locator {
    return this.dialog.getByRole('group');
  }

  said(item: number, result: 'pass' | 'fail' | 'na'): Locator {
    const label = this.#t(`inspections.choice.check.${result}`);
    return this.items.nth(item).getByLabel(label, { exact: true });
  }

  /** Says what came of it as a whole, and ends it. */
  async conclude(result: 'pass' | 'partial'): Promise<void> {
    const label = this.#t(`inspections.choice.result.${result}`);
    const field = this.dialog.getByLabel(this.#t('inspections.field.result'));
    await new FormPage(this.page).pick(field, label);
    await expect(this.dialog.locator('.ant-select').filter({ hasText: label })).toBeVisible();
    await this.confirm('complete');
    await this.isNow('completed');
  }
}
