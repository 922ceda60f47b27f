import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { contextOf } from '../fixtures/looks.ts';
import { test } from '../fixtures/shell.ts';
import { ADMIN, KIT, localesOf, type Texts, textsOf } from '../fixtures/texts.ts';
import { FormPage } from '../pages/FormPage.ts';
import { ListPage } from '../pages/ListPage.ts';

// A new zone takes over all of Bangkok, found by search and ticked by keyboard, and a district of
// the far south that another zone has: nothing moves unasked, and the coverage follows.
const BANGKOK = { province: 10, districts: 50, search: { en: 'bangkok', th: 'กรุงเทพ' } } as const;
const HAT_YAI = { id: 9011, search: { en: 'hat yai', th: 'หาดใหญ่' } } as const;

interface Zone {
  readonly id: string;
  readonly code: string;
  readonly isActive: boolean;
  readonly amphoeIds: readonly number[];
}

const inBangkok = (id: number) => Math.floor(id / 100) === BANGKOK.province;

/** A page of territories, by what a person reads on it. */
function territories(page: Page, t: Texts) {
  const cover = page.getByRole('tree', { name: t('territories.zones.field.amphoeIds') });
  return {
    cover,
    form: new FormPage(page),
    search: page.getByRole('searchbox', { name: t('territories.search') }),
    zone: (code: string) =>
      page.getByRole('tree', { name: t('territories.tree') }).getByRole('treeitem', { name: code }),
    question: page.getByRole('dialog'),
    answer: (key: string) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: t(key) })
        .click(),
    save: (key: string) => page.getByRole('button', { name: t(key), exact: true }).click(),
    covered: (count: number) =>
      expect(page.getByText(t('territories.totals.districts', { covered: count, total: 928 }))),
  };
}

for (const locale of localesOf('territories')) {
  test(`a new zone covers Bangkok and a district of another zone, in ${locale}`, {
    tag: ['@administration', '@needs-alone'],
  }, async ({ browser, baseURL }) => {
    const { zones } = await serverFor(baseURL, 'company-admin').get<{ zones: Zone[] }>(
      '/zones/coverage',
    );
    const before = new Set(
      zones.filter(({ isActive }) => isActive).flatMap(({ amphoeIds }) => amphoeIds),
    );
    const held = [...before].filter(inBangkok).length;
    const south = zones.find(({ amphoeIds }) => amphoeIds.includes(HAT_YAI.id));
    if (!south) throw new Error('the demonstration has no zone in Hat Yai');

    const mark = Date.now().toString(36).toUpperCase();
    const t = textsOf(ADMIN, locale);
    const context = await contextOf(browser, { account: 'company-admin', locale });
    const page = await context.newPage();
    await page.goto('/');
    const list = new ListPage(page, textsOf(KIT, locale));
    await list.goto(titleOf('territories', locale));
    const at = territories(page, t);
    const begin = async (key: 'regions' | 'zones', code: string) => {
      await list.create(t(`territories.${key}.new`));
      const field = (label: string) => at.form.field(t(`territories.${key}.field.${label}`));
      await field('code').fill(code);
      await field('name').fill(`Journey ${code}`);
      await field('nameTh').fill(`ทดสอบ ${code}`);
    };
    await at.covered(before.size).toBeVisible();

    await test.step('a region', async () => {
      await begin('regions', `R-${mark}`);
      await at.save('territories.regions.create');
      await expect(page.getByRole('heading', { name: `R-${mark}` })).toBeVisible();
    });

    await test.step('a zone in it, over all of Bangkok', async () => {
      await begin('zones', `Z-${mark}`);
      await at.form.choose(at.form.field(t('territories.zones.field.regionId')), `R-${mark}`);
      await at.search.fill(BANGKOK.search[locale]);
      await page.keyboard.press('ArrowDown');
      await expect(at.cover).toBeFocused();
      await page.keyboard.press('Space');
      // Those of other zones are asked about; in the second language the first one's zone has all.
      await expect(at.question).toContainText(String(held));
      await at.answer('territories.move.ok');
      const bangkok = at.cover.getByRole('treeitem', { level: 1 }).first();
      await expect(bangkok).toHaveAttribute('aria-checked', 'true');
      await at.save('territories.zones.create');
      await expect(page.getByRole('heading', { name: `Z-${mark}` })).toBeVisible();
      await at.covered(before.size - held + BANGKOK.districts).toBeVisible();
    });

    await test.step('a district of another zone stays there until it is moved', async () => {
      await at.search.fill(HAT_YAI.search[locale]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const hatYai = at.cover.getByRole('treeitem', { level: 2 });
      await expect(hatYai).toContainText(t('territories.inZone', { zone: south.code }));
      await page.keyboard.press('Space');
      await at.answer('territories.move.cancel');
      await expect(hatYai).toHaveAttribute('aria-checked', 'false');
      await expect(at.cover).toBeFocused();
      await page.keyboard.press('Space');
      await expect(at.question).toContainText(south.code);
      await at.answer('territories.move.ok');
      await expect(hatYai).toContainText(t('territories.movesFrom', { zone: south.code }));
      await at.save('territories.zones.save');
      const now = (code: string, count: number) =>
        expect(at.zone(code).getByText(new RegExp(`^${count} `))).toBeVisible();
      await now(`Z-${mark}`, BANGKOK.districts + 1);
      await now(south.code, south.amphoeIds.length - 1 - south.amphoeIds.filter(inBangkok).length);
    });

    await test.step('the coverage shows it', async () => {
      await page.getByRole('tab', { name: t('territories.tab.coverage') }).click();
      await at.search.fill(BANGKOK.search[locale]);
      const all = t('territories.ofDistricts', {
        covered: BANGKOK.districts,
        total: BANGKOK.districts,
      });
      const province = page.getByRole('button', { name: all });
      await province.click();
      await expect(page.getByRole('button', { name: `Z-${mark}` })).toHaveCount(BANGKOK.districts);
    });
    await context.close();
  });
}
