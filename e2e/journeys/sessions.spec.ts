import { expect } from '@playwright/test';
import { SIGNED_OUT_ACCOUNT } from '../fixtures/accounts.ts';
import { notices, ownSession, test } from '../fixtures/shell.ts';
import { textsOf } from '../fixtures/texts.ts';

// One person in three browsers signs the others out from the profile page: the
// others are thrown out at once, are told why, and come back to where they were.
const PROFILE = 'host/src/pages/profile/i18n';

test('whoever signs out everywhere else ends the other sessions, not this one', {
  tag: ['@administration', '@needs-alone'],
}, async ({ browser }) => {
  const t = textsOf(PROFILE, 'en');
  const here = await ownSession(browser, SIGNED_OUT_ACCOUNT);
  const there = await ownSession(browser, SIGNED_OUT_ACCOUNT);
  const elsewhere = await ownSession(browser, SIGNED_OUT_ACCOUNT);
  await there.goto('/dashboard');
  await elsewhere.goto('/profile');
  await here.goto('/profile');

  const card = here.locator('section', { hasText: t('sessions.title') });
  await expect(card.getByText(t('sessions.current'))).toHaveCount(1);
  await expect(card.getByRole('button', { name: t('sessions.end'), exact: true })).not.toHaveCount(
    0,
  );
  const endOthers = card.getByRole('button', { name: t('sessions.endOthers') });
  // Each of them says it for a moment only: both are watched from before.
  const told = Promise.all(
    (
      [
        [there, '/dashboard'],
        [elsewhere, '/profile'],
      ] as const
    ).map(async ([page, path]) => {
      await page.waitForURL(`**/login?redirect=${encodeURIComponent(path)}`, {
        waitUntil: 'commit',
      });
      await expect(notices(page)).toContainText('Please sign in again');
    }),
  );
  await endOthers.focus();
  await here.keyboard.press('Enter');
  await expect(card.getByText(t('sessions.onlyThis'))).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(1);

  await told;
  // Still signed in here, and so the server says.
  await here.reload();
  await expect(here.getByRole('heading', { name: t('title'), level: 1 })).toBeVisible();
});
