import { expect } from '@playwright/test';
import { addDays } from '../../shared/src/domain/values/dates.ts';
import { type ServerFor, serverFor } from '../fixtures/api.ts';
import {
  CONTRACTS,
  type Contract,
  contractBody,
  contractInForce,
  deliver,
  freeModel,
} from '../fixtures/contracts.ts';
import { today, YEAR_AHEAD } from '../fixtures/days.ts';
import { desk } from '../fixtures/desk.ts';
import { PIXEL } from '../fixtures/pictures.ts';
import { test } from '../fixtures/shell.ts';
import { INVENTORY, KIT, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

const TABLE = '/sales-management/purchase-contract';
interface Named {
  readonly id: string;
  readonly code: string;
}

// What becomes of contracts that are in force: another customer takes one over, and it is ended; a
// container is exchanged for another one; a container that stood at its customer before is sold there;
// a lease whose time is over is renewed.
for (const locale of localesOf('contractChanges')) {
  const t = textsOf(PURCHASING, locale);
  const inventory = textsOf(INVENTORY, locale);
  const kit = textsOf(KIT, locale);
  const field = (name: string) => t(`contracts.field.${name}`);

  test(`contract: handed to another customer and ended, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const seller = serverFor(baseURL, 'sales-officer');
    const manager = serverFor(baseURL, 'sales-manager');
    const model = await freeModel(seller);
    const [customer, other] = await seller.get<Named[]>('/back-office/customers/master');
    if (!customer || !other) throw new Error('the demonstration has no two customers');
    const doc = await contractInForce(
      { seller, manager, keeper: serverFor(baseURL, 'system-admin') },
      contractBody(customer.id, model.id, {
        type: 'installment',
        titleHolder: 'company',
        installmentCount: 6,
        interval: 'month',
        dueDay: 'last',
        firstDueDate: `${YEAR_AHEAD}-01-31`,
      }),
    );
    const work = desk(browser, locale);
    await work('sales-manager', async ({ page, form }) => {
      const shown = new DocumentPage(page, kit, 'contract');
      await test.step('another customer takes it over, with what is owed', async () => {
        await page.goto(`${TABLE}/${doc.id}`);
        await shown.isNow('onGoing');
        await shown.act('change-customer');
        await form.choose(
          shown.dialog.getByLabel(field('customerID'), { exact: true }),
          other.code,
        );
        await shown.dialog.getByLabel(field('assumeOutstanding')).check();
        await form.type(
          shown.dialog.getByLabel(field('reason'), { exact: true }),
          'โอนกิจการให้บริษัทในเครือ',
        );
        await shown.confirm('change-customer');
        await expect(page.getByRole('main')).toContainText(other.code);
        await expect(
          page.getByRole('link', { name: t('contracts.versionOf', { number: 2 }) }),
        ).toBeVisible();
      });

      await test.step('it is ended, and a receipt waits for the container', async () => {
        const [warehouse] = await manager.get<Named[]>('/master-data/sub-warehouses', {
          containers: 'true',
          storage: 'true',
          companyId: doc.company.id,
        });
        await shown.act('terminate');
        await form.choose(
          shown.dialog.getByLabel(field('returnWarehouse'), { exact: true }),
          warehouse?.code ?? '',
        );
        await form.type(shown.dialog.getByLabel(field('reason'), { exact: true }), 'ลูกค้าเลิกกิจการ');
        await shown.confirm('terminate');
        await shown.isNow('terminated');
        await expectReceiptWaits(serverFor(baseURL, 'system-admin'), doc.id);
      });
    });
  });

  test(`contract: its container is exchanged for another one, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const seller = serverFor(baseURL, 'sales-officer');
    const manager = serverFor(baseURL, 'sales-manager');
    const model = await freeModel(seller, 2);
    const [customer] = await seller.get<Named[]>('/back-office/customers/master');
    if (!customer) throw new Error('the demonstration has no customer');
    const doc = await contractInForce(
      { seller, manager, keeper: serverFor(baseURL, 'system-admin') },
      contractBody(customer.id, model.id, { titleHolder: 'company' }),
    );
    const productOf = async () =>
      (await seller.get<{ product: { serialNumber: string } }>(`${CONTRACTS}/${doc.id}`)).product
        .serialNumber;
    const before = await productOf();
    const [next] = await seller.get<Named[]>(`${CONTRACTS}/available-products`, {
      insteadOf: doc.id,
    });
    if (!next) throw new Error('the demonstration has no container to take its place');
    const work = desk(browser, locale);

    const [warehouse] = await seller.get<Named[]>('/master-data/sub-warehouses', {
      containers: 'true',
      storage: 'true',
      companyId: doc.company.id,
    });
    if (!warehouse) throw new Error('the demonstration has no warehouse for containers');

    await test.step('the salesperson says why and by which, takes it back, and says it again', () =>
      work('sales-officer', async ({ page, form }) => {
        await page.goto(`${TABLE}/${doc.id}`);
        const shown = new DocumentPage(page, kit, 'contract');
        const propose = async () => {
          await shown.act('swap-product');
          const at = (name: string) => shown.dialog.getByLabel(field(name), { exact: true });
          await form.choose(at('newProduct'), next.code);
          await form.choose(at('returnWarehouse'), warehouse.code);
          await form.type(at('reason'), 'คอมเพรสเซอร์เสีย');
          await shown.confirm('swap-product');
          await expect(page.getByRole('main')).toContainText(next.code);
        };
        await propose();
        await shown.act('withdraw-change');
        await shown.confirm('withdraw-change');
        await expect(shown.action('withdraw-change')).toHaveCount(0);
        // Another change is proposed only while none waits.
        await propose();
        expect(await productOf()).toBe(before);
      }));

    await test.step('somebody else decides, and what stands at the customer stays', () =>
      work('sales-manager', async ({ page }) => {
        await page.goto(`${TABLE}/${doc.id}`);
        const shown = new DocumentPage(page, kit, 'contract');
        await shown.done('approve-change', 'onGoing');
        await expect(shown.action('call-off-exchange')).toBeVisible();
        expect(await productOf()).toBe(before);
      }));

    let requisition = '';
    await test.step('the salesperson asks for the other container from the contract', () =>
      work('sales-officer', async ({ page, form }) => {
        await page.goto(`${TABLE}/${doc.id}`);
        await page.getByRole('button', { name: t('contracts.link.handOut') }).click();
        // Purpose, warehouse and contract are filled in already.
        await expect(form.field(inventory('containerRequisitions.field.purpose'))).toHaveValue(
          inventory('containerRequisitions.forExchange'),
        );
        await form.type(
          form.field(inventory('containerRequisitions.field.neededBy')),
          `31/12/${YEAR_AHEAD}`,
        );
        await form.save(inventory('containerRequisitions.create'));
        const asked = new DocumentPage(page, kit, 'containerRequisition');
        requisition = (await asked.isMade('pending')).split('/').at(-1) ?? '';
      }));

    await test.step('it is released by scan and installed, and takes the place of the one before', async () => {
      await deliver(serverFor(baseURL, 'system-admin'), requisition);
      await work('sales-manager', async ({ page }) => {
        await page.goto(`${TABLE}/${doc.id}`);
        await expect(page.getByRole('link', { name: next.code })).toBeVisible();
        await expect(
          page.getByRole('link', { name: t('contracts.versionOf', { number: 2 }) }),
        ).toBeVisible();
        await expectReceiptWaits(serverFor(baseURL, 'system-admin'), doc.id);
      });
    });
  });

  test(`contract: about a container that stands at its customer, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const seller = serverFor(baseURL, 'sales-officer');
    const admin = serverFor(baseURL, 'system-admin');
    const model = await freeModel(seller);
    const [customer] = await seller.get<(Named & { name: string; company?: Named })[]>(
      '/back-office/customers',
      { sort: 'code' },
    );
    if (!customer?.company) throw new Error('the demonstration has no customer');
    const serial = `FLEET-${Date.now().toString(36).toUpperCase()}`;
    const read = await admin.upload<Contract>(
      '/imports/containers',
      {},
      {
        field: 'file',
        name: 'fleet.csv',
        mime: 'text/csv',
        content: Buffer.from(
          [
            'Serial number,Model,Company,Holder,Address',
            `${serial},${model.code},${customer.company.code},"${customer.name}",514 ถนนหลวง`,
          ].join('\r\n'),
        ),
      },
    );
    await admin.post(`/imports/${read.id}/commit`, { version: read.version });
    const draft = await seller.post<Contract>(CONTRACTS, contractBody(customer.id, model.id));
    const work = desk(browser, locale);
    const address = `${TABLE}/${draft.id}`;

    await test.step('the salesperson holds it where it stands', () =>
      work('sales-officer', async ({ page, form }) => {
        await page.goto(address);
        const doc = new DocumentPage(page, kit, 'contract');
        await doc.act('reserve');
        await doc.dialog.getByRole('switch', { name: field('atCustomer') }).click();
        await form.choose(doc.dialog.getByLabel(field('product'), { exact: true }), serial);
        await doc.confirm('reserve');
        await doc.isNow('booking');
        await expect(page.getByRole('link', { name: serial })).toBeVisible();
        await doc.done('submit', 'pending');
      }));

    await test.step('approved, it is installed since it has stood there, and runs', () =>
      work('sales-manager', async ({ page, form }) => {
        await page.goto(address);
        const doc = new DocumentPage(page, kit, 'contract');
        await doc.done('approve', 'approved');
        await page.getByRole('tab', { name: kit('document.attachments') }).click();
        const panel = page.getByRole('tabpanel');
        await form.pick(panel.getByLabel(kit('files.kind')), kit('files.kinds.signedContract'));
        await panel
          .locator('input[type="file"]')
          .setInputFiles({ name: 'signed.png', mimeType: 'image/png', buffer: PIXEL });
        await expect(panel.getByText('signed.png').first()).toBeVisible();
        await doc.done('activate', 'onGoing');
      }));
  });

  test(`contract: a lease that is over goes on as a new one, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const manager = serverFor(baseURL, 'sales-manager');
    const leasesOf = (status: string) =>
      manager.get<(Contract & { endDate: string })[]>(CONTRACTS, {
        type: 'lease',
        status,
        sort: '-documentDate',
        limit: '100',
      });
    const mayRenew = async ({ id }: Contract) =>
      (
        await manager.get<{ allowedActions: string[] }>(`${CONTRACTS}/${id}`)
      ).allowedActions.includes('renew');
    // One that is over, where the demonstration has one that nobody has renewed yet.
    const leases = [...(await leasesOf('expired')), ...(await leasesOf('onGoing'))];
    let lease: (typeof leases)[number] | undefined;
    for (const one of leases) if (!lease && (await mayRenew(one))) lease = one;
    if (!lease) throw new Error('the demonstration has no lease to renew');
    const { id, status, endDate } = lease;
    const from = endDate < today() ? today() : addDays(endDate, 1);
    await desk(browser, locale)('sales-manager', async ({ page, form }) => {
      await page.goto(`${TABLE}/${id}`);
      const doc = new DocumentPage(page, kit, 'contract');
      await doc.isNow(status);
      await doc.act('renew');
      const asThai = (day: string) => day.split('-').reverse().join('/');
      await form.type(doc.dialog.getByLabel(field('startDate'), { exact: true }), asThai(from));
      await form.type(
        doc.dialog.getByLabel(field('endDate'), { exact: true }),
        asThai(addDays(from, 365)),
      );
      await doc.confirm('renew');
      await page.getByRole('tab', { name: kit('document.related') }).click();
      const related = await manager.get<{ related: { type: string; id: string }[] }>(
        `${CONTRACTS}/${id}`,
      );
      const next = related.related.findLast(({ type }) => type === 'contract');
      await page.goto(`${TABLE}/${next?.id}`);
      await doc.isNow('draft');
      await page.getByRole('tab', { name: kit('document.related') }).click();
      await expect(
        page.getByRole('tabpanel').getByRole('link', { name: lease.documentNo ?? '-' }),
      ).toBeVisible();
    });
  });
}

/** A receipt waits for the container of a contract; its number is told to whoever receives containers. */
async function expectReceiptWaits(keeper: ServerFor, contractId: string): Promise<void> {
  const { related } = await keeper.get<{
    readonly related: readonly { readonly type: string; readonly status: string }[];
  }>(`${CONTRACTS}/${contractId}`);
  expect(related).toContainEqual(
    expect.objectContaining({ type: 'containerReceipt', status: 'pending' }),
  );
}
