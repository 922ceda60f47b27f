import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { type OwnBrowser, startBrowser } from '../fixtures/ownBrowser.ts';
import { pictureOf } from '../fixtures/pictures.ts';
import { signIn } from '../fixtures/session.ts';
import { test } from '../fixtures/shell.ts';
import { type Locale, localesOf, SERVICE, textsOf } from '../fixtures/texts.ts';

// A technician does three jobs without a network, on a phone that is reloaded and dies meanwhile, signs in
// again and comes back beside a dispatcher who changed one of the jobs (docs/adr/0140).
const JOBS = '/material_repair_maintenances';
const DAY = '/repair-management/repair-list/default?tab=day';
const DAY_MS = 86_400_000;
/** Days on which nobody else has planned anything, one for each language. */
const AHEAD = { en: 341, th: 347 } as const;

interface Job {
  readonly id: string;
  readonly version: number;
  readonly documentNo: string;
  readonly status: string;
  readonly symptom: string;
  readonly signature: string | null;
  readonly signedBy: string | null;
  readonly times: readonly unknown[];
  readonly attachments: readonly { readonly kind: string; readonly fileName: string }[];
  readonly history: readonly { readonly action: string }[];
}

/** Three jobs of the technician, one after the other on a day far ahead. */
async function planJobs(baseURL: string | undefined, locale: Locale): Promise<readonly Job[]> {
  const dispatcher = serverFor(baseURL, 'engineer-manager');
  const { id: technicianId } = await serverFor(baseURL, 'technician').get<{ id: string }>(
    '/auth/profile',
  );
  const containers = await dispatcher.get<{ id: string }[]>('/products', {
    limit: '10',
    status: 'installed',
  });
  const start = Date.parse(
    `${new Date(Date.now() + AHEAD[locale] * DAY_MS).toISOString().slice(0, 10)}T02:00:00Z`,
  );
  const jobs: Job[] = [];
  for (const index of [0, 1, 2]) {
    const made = await dispatcher.post<Job>(JOBS, {
      kind: 'repair',
      productId: containers[index]?.id,
      channel: 'phone',
      priority: 'normal',
      symptom: `Without a network ${index}`,
      isDown: false,
    });
    const at = start + index * 2 * 3_600_000;
    jobs.push(
      await dispatcher.post<Job>(`${JOBS}/${made.id}/manager-response`, {
        version: made.version,
        decision: 'accept',
        technicianIds: [technicianId],
        appointmentStart: new Date(at).toISOString(),
        appointmentEnd: new Date(at + 3_600_000).toISOString(),
      }),
    );
  }
  return jobs;
}

for (const locale of localesOf('offlineDay')) {
  test(`three jobs are done without a network, in ${locale}`, {
    tag: ['@service'],
  }, async ({ baseURL, launchOptions }) => {
    const t = textsOf(SERVICE, locale);
    const dispatcher = serverFor(baseURL, 'engineer-manager');
    const read = ({ id }: Job) => dispatcher.get<Job>(`${JOBS}/${id}`);
    const [first, second, third] = (await planJobs(baseURL, locale)) as [Job, Job, Job];
    const folder = mkdtempSync(join(tmpdir(), 'boxyard-phone-'));
    const start = () =>
      startBrowser(folder, { ...launchOptions, viewport: { width: 390, height: 844 } });
    let phone: OwnBrowser = await start();
    const open = async (): Promise<Page> => {
      const [page = await phone.context.newPage()] = phone.context.pages();
      return page;
    };
    const speak = (page: Page) =>
      page.evaluate(
        (said) =>
          localStorage.setItem('locale', JSON.stringify({ state: { locale: said }, version: 0 })),
        locale,
      );
    const counted = (key: string, count: number) =>
      t(locale === 'en' && count === 1 ? `${key}_one` : key, { count });
    const status = (page: Page): Locator => page.getByRole('main').getByRole('status').first();
    const jobOf = async (page: Page, { documentNo }: Job): Promise<Locator> => {
      await page.getByRole('button', { name: t('day.open', { no: documentNo }) }).click();
      return page.getByRole('region', { name: documentNo });
    };
    const press = (job: Locator, name: string) =>
      job.getByRole('button', { name: t(name), exact: true }).click();
    const photograph = async (job: Locator, taken: 'before' | 'after', count: number) => {
      await job.getByLabel(t(`day.photo.${taken}`)).setInputFiles({
        name: 'camera.png',
        mimeType: 'image/png',
        buffer: pictureOf(`${locale} ${taken} ${count} ${await job.textContent()}`),
      });
      await expect(job).toContainText(counted('day.photos', count));
    };
    const report = async (job: Locator, signer: string) => {
      await press(job, 'day.do.technicianSummary');
      await job.getByLabel(t('jobs.field.workDone')).fill(`Cleaned for ${signer}`);
      await job.getByLabel(t('jobs.field.signedBy')).fill(signer);
      await job.getByRole('button', { name: t('signature.type') }).click();
      await job.getByRole('button', { name: t('day.saveReport'), exact: true }).click();
      await expect(job).toContainText(t('day.reported'));
    };

    try {
      let page = await open();
      await test.step('in the office the day comes to the phone', async () => {
        await signIn(page, 'technician', baseURL);
        await speak(page);
        await page.goto(`${baseURL}${DAY}`);
        await expect(status(page)).toContainText(t('day.ready'));
        await expect(page.getByRole('main')).toContainText(third.documentNo);
      });

      await test.step('without a network one job is done, and another begun', async () => {
        await phone.context.setOffline(true);
        let job = await jobOf(page, first);
        await press(job, 'day.do.start');
        await photograph(job, 'before', 1);
        await photograph(job, 'after', 2);
        await report(job, 'Somying');
        await press(job, 'day.back');
        job = await jobOf(page, second);
        await press(job, 'day.do.start');
        await photograph(job, 'before', 1);
        await expect(status(page)).toContainText(counted('day.waiting', 6));
      });

      await test.step('a reload and a dead battery lose nothing', async () => {
        await page.reload();
        await expect(status(page)).toContainText(counted('day.waiting', 6));
        await phone.kill();
        phone = await start();
        page = await open();
        await phone.context.setOffline(true);
        await page.goto(`${baseURL}${DAY}`);
        await expect(status(page)).toContainText(counted('day.waiting', 6));
        const job = await jobOf(page, third);
        await press(job, 'day.do.start');
        await photograph(job, 'after', 1);
        await report(job, 'Malee');
        await expect(status(page)).toContainText(counted('day.waiting', 9));
      });

      const symptom = `Changed by the dispatcher in ${locale}`;
      await test.step('meanwhile the dispatcher changes the second job', async () => {
        const { version } = await read(second);
        await dispatcher.patch(`${JOBS}/${second.id}`, {
          version,
          priority: 'high',
          symptom,
          isDown: false,
        });
      });

      await test.step('back in a network the technician signs in again, and is told of the change', async () => {
        await page.evaluate(() => localStorage.removeItem('token'));
        await phone.context.setOffline(false);
        await signIn(page, 'technician', baseURL);
        await speak(page);
        await page.goto(`${baseURL}${DAY}`);
        const conflict = page.getByRole('alert').filter({ hasText: t('day.conflict.changed') });
        await expect(conflict).toContainText(second.documentNo);
        await expect(conflict).toContainText(symptom);
        // The jobs beside it went on.
        await expect.poll(async () => (await read(third)).status).toBe('resolved');
        expect((await read(second)).status).toBe('scheduled');
        await conflict.getByRole('button', { name: t('day.conflict.retry') }).click();
        await expect(status(page)).toContainText(t('day.allSent'));
        await expect(conflict).toHaveCount(0);
      });

      await test.step('everything is there once', async () => {
        const [one, two, three] = await Promise.all([first, second, third].map(read));
        const photos = (job?: Job) =>
          job?.attachments.filter(({ kind }) => kind === 'photo').map(({ fileName }) => fileName);
        const actions = (job?: Job) =>
          job?.history
            .map(({ action }) => action)
            .filter((action) => ['start', 'technician-summary', 'attach'].includes(action))
            .sort();
        expect([one?.status, one?.signedBy, one?.times.length]).toEqual(['resolved', 'Somying', 1]);
        expect(one?.signature).toMatch(/^data:image\/png/);
        expect(photos(one)?.sort()).toEqual(
          [t('day.photoName.before'), t('day.photoName.after')].map((name) => `${name}.jpg`).sort(),
        );
        expect(actions(one)).toEqual(['attach', 'attach', 'start', 'technician-summary']);
        expect([two?.status, two?.symptom, two?.times.length]).toEqual(['inProgress', symptom, 1]);
        expect(actions(two)).toEqual(['attach', 'start']);
        expect([three?.status, three?.signedBy]).toEqual(['resolved', 'Malee']);
        expect(actions(three)).toEqual(['attach', 'start', 'technician-summary']);
      });

      await test.step('signing out leaves nothing of the day on the phone', async () => {
        await page.goto(`${baseURL}/logout`);
        await page.waitForURL((url) => url.pathname.startsWith('/login'));
        // The worker gives up what it was keeping once its current file has come.
        await expect
          .poll(() =>
            page.evaluate(async () => ({
              databases: (await indexedDB.databases()).map(({ name }) => name),
              caches: await caches.keys(),
            })),
          )
          .toEqual({ databases: ['boxyard-steps'], caches: [] });
      });
    } finally {
      await phone.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
