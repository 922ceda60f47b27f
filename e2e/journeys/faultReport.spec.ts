import { type Browser, type BrowserContextOptions, expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { labelLink } from '../fixtures/labels.ts';
import { PIXEL } from '../fixtures/pictures.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, type Locale, localesOf, SERVICE, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { FaultPage } from '../pages/FaultPage.ts';

// Somebody without an account reports a fault by the code on a container; the dispatcher makes a job of it,
// and calls a second report spam and takes that back (docs/adr/0120).

/** A telephone of that language, light or dark. */
async function telephone(
  browser: Browser,
  {
    locale,
    baseURL,
    ...more
  }: { readonly locale: Locale; readonly baseURL: string | undefined } & Pick<
    BrowserContextOptions,
    'colorScheme' | 'javaScriptEnabled'
  >,
) {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: locale === 'th' ? 'th-TH' : 'en-GB',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    ...more,
  });
  return { context, fault: new FaultPage(await context.newPage(), locale) };
}

/** Places of containers that no other journey needs, one for each language. */
const PLACES = { en: 14, th: 15 } as const;

for (const locale of localesOf('faultReport')) {
  test(`a fault is reported by the code on a container and becomes a job, in ${locale}`, {
    tag: ['@service'],
  }, async ({ browser, baseURL }) => {
    const containers = await serverFor(baseURL, 'system-admin').get<
      { id: string; serialNumber: string }[]
    >('/products', { limit: '50', status: 'installed' });
    const { id = '', serialNumber: serial = '' } = containers[PLACES[locale]] ?? {};
    const link = await labelLink(baseURL, 'system-admin', id);
    const symptom = `Rattles loudly (${locale})`;
    const t = textsOf(SERVICE, locale);
    const kit = textsOf(KIT, locale);
    const work = desk(browser, locale);
    const title = titleOf('repair-list', locale);

    const { context, fault } = await telephone(browser, { locale, baseURL, colorScheme: 'dark' });
    const progress =
      await test.step('somebody at the container reports it, with a photograph', async () => {
        await fault.open(link);
        await fault.isReadable();
        await fault.field('symptom').fill(symptom);
        await fault.field('photos').setInputFiles({
          name: 'IMG_0001.png',
          mimeType: 'image/png',
          buffer: PIXEL,
        });
        await expect(fault.page.getByRole('status')).toHaveText(
          fault.texts.photosChosen.replace('{count}', '1'),
        );
        await fault.field('phone').fill('12');
        await fault.send();
        await expect(fault.field('phone')).toHaveAttribute('aria-invalid', 'true');
        await expect(fault.field('phone')).toBeFocused();
        await fault.isReadable();
        await fault.field('phone').fill(locale === 'th' ? '๐๘๑-๒๓๔-๕๖๗๘' : '+66 81 234 5679');
        await fault.send();
        await fault.isAt('received');
        await fault.isReadable();
        await expect(fault.page.locator('body')).not.toContainText(serial);
        return fault.page.url();
      });

    const openReport = async (
      { page, list }: Parameters<Parameters<typeof work>[1]>[0],
      words: string,
    ) => {
      await list.goto(title);
      await page.getByRole('tab', { name: t('faultReports.title') }).click();
      await list.open({ holding: words });
      const drawer = page.getByRole('dialog');
      await expect(drawer).toContainText(words);
      return drawer;
    };

    await test.step('the dispatcher makes a job of it', () =>
      work('engineer-manager', async (tools) => {
        const drawer = await openReport(tools, symptom);
        await expect(
          drawer.getByRole('button', { name: t('faultReports.photo', { number: 1 }) }),
        ).toBeVisible();
        await drawer.getByRole('link', { name: kit('action.faultReport.accept') }).click();
        const { page, form } = tools;
        await expect(form.field(t('jobs.field.symptom'))).toHaveValue(symptom);
        await form.save(t('jobs.create'));
        const doc = new DocumentPage(page, kit, 'job');
        await doc.number('JB');
        await doc.isNow('reported');
      }));

    await test.step('its sender sees that somebody looks at it', async () => {
      await fault.page.goto(progress);
      await fault.isAt('lookedAt');
      await context.close();
    });

    await test.step('spam costs one press, and one press takes it back', async () => {
      const plain = await telephone(browser, { locale, baseURL, javaScriptEnabled: false });
      const words = `Win a phone (${locale})`;
      await plain.fault.open(link);
      await plain.fault.field('symptom').fill(words);
      await plain.fault.field('phone').fill('0898765432');
      await plain.fault.send();
      await plain.fault.isAt('received');
      await plain.context.close();
      await work('engineer-manager', async (tools) => {
        const drawer = await openReport(tools, words);
        await drawer
          .getByRole('button', { name: t('faultReports.spam.report', { count: 1 }) })
          .click();
        const status = (name: string) =>
          drawer.getByText(kit(`status.faultReport.${name}`), { exact: true });
        await expect(status('spam').first()).toBeVisible();
        await drawer.getByRole('button', { name: kit('action.faultReport.restore') }).click();
        await expect(status('received').first()).toBeVisible();
      });
    });
  });
}
