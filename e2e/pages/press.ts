import { expect, type Locator } from '@playwright/test';

/**
 * Presses what has just opened: an option of a list, an entry of a menu, a button of a dialog. For some
 * frames while it unfolds a press begins on it and ends elsewhere, and chooses nothing.
 */
export async function pressOpened(what: Locator): Promise<void> {
  await what.waitFor();
  const moving = what.page().locator('[class*="ant-slide-"], [class*="ant-zoom-"]');
  await expect(moving.filter({ visible: true })).toHaveCount(0);
  await what.click();
}
