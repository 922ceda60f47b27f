import { expect, type Locator } from '@playwright/test';
import { ActedPage } from './ActedPage.ts';

/** A document in the drawer over its list. */
export class DrawerPage extends ActedPage {
  get frame(): Locator {
    return this.page.locator('[role="dialog"]:not(.ant-modal)');
  }

  get dialog(): Locator {
    return this.page.locator('[role="dialog"].ant-modal');
  }

  async isNow(status: string): Promise<void> {
    const head = this.frame.getByRole('heading').first().locator('..');
    await expect(head).toContainText(this.statusText(status));
  }

  /** The number under which the document is filed. */
  async number(prefix: string): Promise<string> {
    const heading = this.frame.getByRole('heading', {
      name: new RegExp(`^${prefix}\\d{4}-\\d{4}`),
    });
    await expect(heading).toBeVisible();
    return /[A-Z]{2}\d{4}-\d{4}/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
  }
}
