import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import en from '../../api/src/http/faultPages/texts.en.json' with { type: 'json' };
import th from '../../api/src/http/faultPages/texts.th.json' with { type: 'json' };
import type { Locale } from '../fixtures/texts.ts';

export const FAULT_TEXTS = { en, th } as const;
/** The server takes nothing from a page that nobody can have read yet. */
const READING_MS = 3_500;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The page behind the code on a container, as a person at the container has it in hand. */
export class FaultPage {
  readonly page: Page;
  readonly #locale: Locale;
  #openedAt = 0;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.#locale = locale;
  }

  get texts(): (typeof FAULT_TEXTS)[Locale] {
    return FAULT_TEXTS[this.#locale];
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    this.#openedAt = Date.now();
    await expect(this.page.locator('html')).toHaveAttribute('lang', this.#locale);
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.texts.title);
  }

  field(name: 'symptomCode' | 'symptom' | 'photos' | 'phone' | 'name'): Locator {
    return this.page.getByLabel(this.texts[name]);
  }

  /** Presses the button once a person could have read the page. */
  async send(): Promise<void> {
    await expect.poll(() => Date.now() - this.#openedAt).toBeGreaterThan(READING_MS);
    await this.page.getByRole('button', { name: this.texts.send }).click();
  }

  async isAt(step: keyof (typeof en)['step']): Promise<void> {
    await expect(this.page.locator('[aria-current="step"]')).toContainText(this.texts.step[step]);
  }

  /** Faults of WCAG 2.2 AA, and whether it has to be moved sideways to be read. */
  async isReadable(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page })
      .options({ resultTypes: ['violations'], runOnly: { type: 'tag', values: RULES } })
      .setLegacyMode()
      .analyze();
    expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
    const overflow = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  }
}
