import { expect } from '@playwright/test';
import { accountOf } from '../fixtures/accounts.ts';
import { serverFor } from '../fixtures/api.ts';
import { desk } from '../fixtures/desk.ts';
import { filesTo, mailsTo } from '../fixtures/mail.ts';
import { test } from '../fixtures/shell.ts';
import { localesOf, MAILING, REPORTS, textsOf } from '../fixtures/texts.ts';

// Somebody who works in every warehouse has a report sent to a colleague of one of them, who gets the rows of that
// warehouse (ADR 0100).
const SLUG = 'parts-requisition-report';
const SENDER = 'warehouse-manager.2';
const RECEIVER = 'warehouse-manager.north';
const WHOLE = 'startDate=2020-01-01&endDate=2035-12-31';

interface Row {
  readonly requisition: { readonly documentNo: string } | null;
}
interface Profile {
  readonly firstName: string;
  readonly lastName: string;
}

for (const locale of localesOf('reportMail')) {
  test(`a report comes by e-mail as its receiver may see it, in ${locale}`, {
    tag: ['@reports', '@needs-mail'],
  }, async ({ browser, baseURL }) => {
    const receiver = serverFor(baseURL, RECEIVER);
    const numbersOf = async (account: string) => {
      const rows = await serverFor(baseURL, account).get<Row[]>(`/reports/${SLUG}`, {
        startDate: '2020-01-01',
        endDate: '2035-12-31',
        limit: '100',
      });
      return [...new Set(rows.flatMap(({ requisition }) => requisition?.documentNo ?? []))];
    };
    const own = await numbersOf(RECEIVER);
    const others = (await numbersOf(SENDER)).filter((number) => !own.includes(number));
    expect([own.length > 0, others.length > 0]).toEqual([true, true]);
    const { firstName, lastName } = await receiver.get<Profile>('/auth/profile');
    const { email } = accountOf(RECEIVER);
    const before = filesTo(email).length;

    const work = desk(browser, locale);
    const t = textsOf(MAILING, locale);
    await work(SENDER, async ({ page, form }) => {
      await page.goto(`/report-management/${SLUG}?${WHOLE}`);
      await page.getByRole('button', { name: textsOf(REPORTS, locale)('mailButton') }).click();
      const drawer = page.getByRole('dialog');
      await form.pick(drawer.getByLabel(t('field.period')), t('period.all'));
      await form.pick(drawer.getByLabel(t('field.format')), t('format.csv'));
      await form.add(drawer.getByLabel(t('field.receivers')), firstName);
      await drawer.getByRole('button', { name: t('save'), exact: true }).click();

      const send = drawer.getByRole('button', { name: new RegExp(`^${t('sendNow')}`) });
      await send.click();
      const sent = t('delivery', { name: `${firstName} ${lastName}`, result: t('mail.sent') });
      await expect(drawer.getByText(sent)).toBeVisible({ timeout: 30_000 });
    });

    const mailed = filesTo(email).at(-1);
    expect(filesTo(email)).toHaveLength(before + 1);
    expect(mailed?.name).toMatch(/^parts-requisition-report-.*\.csv$/);
    const rows = mailed?.content.toString('utf8') ?? '';
    for (const number of own) expect(rows).toContain(number);
    for (const number of others) expect(rows).not.toContain(number);
    expect(mailsTo(email).at(-1)).toContain(`/report-management/${SLUG}?`);

    await work(SENDER, async ({ page }) => {
      await page.goto(`/report-management/${SLUG}?${WHOLE}&mailing=mine`);
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('button', { name: new RegExp(`^${t('delete')}`) }).click();
      await page
        .getByRole('dialog')
        .filter({ hasText: t('deleteAsk') })
        .getByRole('button', { name: t('delete'), exact: true })
        .click();
      await expect(drawer.getByText(t('none'))).toBeVisible();
    });
  });
}
