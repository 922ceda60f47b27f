import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

// One person asks, another one approves and says that it is done.
for (const locale of localesOf('jobs')) {
  test(`job: asked for, approved and completed, in ${locale}`, {
    tag: ['@warehouse'],
  }, async ({ browser, baseURL }) => {
    const [part] = await serverFor(baseURL, 'warehouse-staff').get<{ code: string }[]>(
      '/material_parts/master',
      { limit: '1' },
    );
    const work = desk(browser, locale);
    const t = textsOf('remote-repair-maintenance/src/i18n', locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('repair-list', locale);

    const number = await test.step('one person asks', () =>
      work('warehouse-staff', async ({ page, list, form }) => {
        await list.goto(title);
        await list.create(t('jobs.new'));
        await form.choose(form.field(t('jobs.field.warehouse')), 'CENTRAL');
        await form.type(form.field(t('jobs.field.neededBy')), '31/12/2030');
        await form.choose(form.cell(t('jobs.line.partId'), 1), part?.code ?? '');
        await form.save(t('jobs.create'));
        const doc = new DocumentPage(page, kit, 'job');
        const made = await doc.number('JB');
        await doc.isNow('pending');
        return made;
      }));

    await test.step('another one approves and completes', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'job');
        await doc.done('approve', 'approved');
        await doc.done('complete', 'completed');
        const pdf = await doc.download();
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      }));
  });
}
