import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf } from '../fixtures/texts.ts';
import { searchFor } from '../pages/ListPage.ts';
import { pressOpened } from '../pages/press.ts';

const PAGE = '/warehouse-inventory/container-warehouse';

interface Row {
  readonly id: string;
  readonly version: number;
}
interface Release extends Row {
  readonly versionNo: string;
}
interface Container extends Row {
  readonly serialNumber: string;
  readonly productModel: { readonly code: string };
  readonly software: Release | null;
}

// A release goes out and runs on a container; it is recalled, the container is found by its mark, and
// gets the release that ran before.
for (const locale of localesOf('softwareRecall')) {
  test(`software: released, recalled, and taken back on a container, in ${locale}`, {
    tag: ['@containers'],
  }, async ({ browser, baseURL }) => {
    const work = desk(browser, locale);
    const t = textsOf('remote-inventory/src/i18n', locale);
    const kit = textsOf(KIT, locale);
    const engineer = serverFor(baseURL, 'engineer-manager');
    const field = (name: string) => t(`software.field.${name}`);
    const action = (name: string) => kit(`action.software.${name}`);
    const step = (name: string) => kit(`action.softwareUpdate.${name}`);
    // No other test of this server has it.
    const version = `9.${Date.now() % 10_000}.${Math.floor(Math.random() * 1000)}`;
    const [container] = await engineer.get<Container[]>('/products', {
      softwareOutdated: 'false',
      softwareId: (await engineer.get<Release[]>('/product_softwares/all', { status: 'stable' }))
        .map(({ id }) => id)
        .join(),
      status: 'inWarehouse,installed',
    });
    const before = container?.software;
    const serial = container?.serialNumber ?? '';

    await test.step('the engineer releases it', () =>
      work('engineer-manager', async ({ page, form }) => {
        await page.goto(`${PAGE}/default?tab=software`);
        await page.getByRole('button', { name: t('software.new') }).click();
        const drawer = page.getByRole('dialog');
        await form.type(drawer.getByLabel(field('versionNo'), { exact: true }), version);
        await form.add(
          drawer.getByLabel(field('productModelIds'), { exact: true }),
          container?.productModel.code ?? '',
        );
        await form.type(
          drawer.getByLabel(field('releaseNotes'), { exact: true }),
          'Reads the new 20 baht note',
        );
        await drawer.locator('input[type=file]').setInputFiles({
          name: `boxyard-${version}.gz`,
          mimeType: 'application/gzip',
          buffer: gzipSync(`Boxyard ${version}`),
        });
        await drawer.getByRole('button', { name: t('software.create'), exact: true }).click();
        await expect(drawer).toBeHidden();
        const open = async () => {
          await page.getByRole('button', { name: version, exact: true }).click();
          await expect(drawer.getByText(field('sha256'))).toBeVisible();
        };
        await open();
        await drawer.getByRole('button', { name: action('publish'), exact: true }).click();
        await pressOpened(
          page
            .getByRole('dialog', { name: action('publish') })
            .getByRole('button', { name: action('publish'), exact: true }),
        );
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(
          page.getByRole('row').filter({ hasText: version }).getByText(kit('status.software.beta')),
        ).toBeVisible();
      }));

    const release = await test.step('a container runs it', async () => {
      const [made] = await engineer.get<Release[]>('/product_softwares', { search: version });
      const { version: at } = await engineer.get<Row>(`/products/${container?.id}`);
      await engineer.post(`/products/${container?.id}/software`, {
        version: at,
        softwareId: made?.id,
      });
      const [queued] = await engineer.get<Row[]>('/product_software_updates', {
        productId: container?.id ?? '',
        status: 'queued',
      });
      const path = `/product_software_updates/${queued?.id}`;
      const begun = await engineer.post<Row>(`${path}/start`, { version: queued?.version });
      await engineer.post(`${path}/apply`, { version: begun.version });
      return made?.id ?? '';
    });

    await test.step('it is recalled', () =>
      work('engineer-manager', async ({ page, form }) => {
        await page.goto(`${PAGE}/default?tab=software&record=${release}`);
        const drawer = page.getByRole('dialog', { name: version, exact: true });
        await drawer.getByRole('button', { name: action('withdraw'), exact: true }).click();
        const dialog = page.getByRole('dialog', { name: action('withdraw') });
        await form.type(
          dialog.getByLabel(field('reason'), { exact: true }),
          'It takes some notes twice',
        );
        await dialog.getByRole('button', { name: action('withdraw'), exact: true }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        // The list begins with what goes on; what was recalled is found.
        await searchFor(page.getByRole('searchbox'), version);
        await expect(
          page
            .getByRole('row')
            .filter({ hasText: version })
            .getByText(kit('status.software.withdrawn')),
        ).toBeVisible();
      }));

    await test.step('the container is marked, and gets the release from before', () =>
      work('engineer-manager', async ({ page, list, form }) => {
        await page.goto(`${PAGE}/default?softwareOutdated=true`);
        const row = page.getByRole('row').filter({ hasText: serial });
        await searchFor(page.getByRole('searchbox'), serial);
        await expect(row.getByText(t('containers.softwareRecalled'))).toBeVisible();
        await list.open(serial);
        await page
          .getByRole('button', { name: kit('document.more') })
          .or(
            page.getByRole('button', { name: kit('action.product.update-software'), exact: true }),
          )
          .first()
          .waitFor();
        await page.goto(
          `/warehouse-inventory/container-warehouse-update-software/${container?.id}`,
        );
        await form.choose(form.field(t('containers.field.softwareId')), before?.versionNo ?? '');
        await form.type(form.field(t('containers.field.reason')), 'The newer one was recalled');
        await form.save(t('containers.save'));
        for (const name of ['start', 'apply']) {
          await page
            .getByRole('button', { name: step(name), exact: true })
            .first()
            .click();
          const dialog = page.getByRole('dialog');
          await pressOpened(dialog.getByRole('button', { name: step(name), exact: true }));
          await expect(dialog).toBeHidden();
        }
        await expect(
          page
            .getByRole('row')
            .filter({ hasText: `→ ${before?.versionNo}` })
            .first(),
        ).toContainText(kit('status.softwareUpdate.applied'));
      }));
    const after = await engineer.get<{
      readonly software: Release;
      readonly softwareOutdated: boolean;
    }>(`/products/${container?.id}`);
    expect([after.software.versionNo, after.softwareOutdated]).toEqual([before?.versionNo, false]);
  });
}
