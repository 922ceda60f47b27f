import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { contractBody, contractInstalled, freeModel } from '../fixtures/contracts.ts';
import { desk } from '../fixtures/desk.ts';
import { account, type Invoice, issuedInvoice, payer } from '../fixtures/invoices.ts';
import { pictureOf } from '../fixtures/pictures.ts';
import { test } from '../fixtures/shell.ts';
import { localesOf } from '../fixtures/texts.ts';
import { accounting } from '../pages/accounting.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

type Server = ReturnType<typeof serverFor>;

// What a customer has paid before the container comes: the clerk enters it with its slip, somebody else
// verifies it, and the contract goes into force.
for (const locale of localesOf('deposits')) {
  const { t, kit, open, payment, verified } = accounting(locale);
  test(`a deposit is paid with a slip and verified, and its contract goes into force, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const seller = serverFor(baseURL, 'sales-officer');
    const manager = serverFor(baseURL, 'sales-manager');
    const clerk = serverFor(baseURL, 'accounting-officer');
    const model = await freeModel(seller);
    const [customer] = await seller.get<{ id: string }[]>('/back-office/customers/master');
    if (!customer) throw new Error('the demonstration has no customer');
    const contract = await contractInstalled(
      { seller, manager, keeper: serverFor(baseURL, 'system-admin') },
      contractBody(customer.id, model.id, { depositAmount: '12345.00', depositRefundable: true }),
    );
    const [invoice] = await clerk.get<Invoice[]>('/invoices', {
      search: contract.documentNo ?? '',
    });
    if (!invoice) throw new Error('the deposit was not billed');
    const bank = await account(clerk, contract.company.id);
    const work = desk(browser, locale);

    const number = await test.step('the clerk enters the payment with its slip', () =>
      work('accounting-officer', async (tools) => {
        const { page, form } = tools;
        await open(tools, 'invoices', invoice.documentNo);
        await page
          .getByRole('dialog')
          .getByRole('link', { name: t('invoices.link.pay') })
          .or(page.getByRole('dialog').getByRole('button', { name: t('invoices.link.pay') }))
          .click();
        const field = (name: string) => form.field(t(`payments.field.${name}`));
        await expect(field('amount')).toHaveValue('12,345.00');
        await form.choose(field('bankAccount'), bank.accountNo);
        await form.type(field('bankReference'), `SLIP${invoice.documentNo}`);
        await page
          .getByRole('dialog')
          .locator('input[type=file]')
          .setInputFiles({
            name: 'slip.png',
            mimeType: 'image/png',
            buffer: pictureOf(invoice.documentNo),
          });
        await expect(page.getByRole('dialog').getByText('slip.png')).toBeVisible();
        await page.getByRole('dialog').locator('button[type=submit]').click();
        const shown = payment(page);
        const made = await shown.number('PY');
        await shown.isNow('pending');
        return made;
      }));

    await test.step('nobody verifies what they have entered; the manager does', () =>
      work('accounting-manager', async (tools) => {
        const shown = await verified(tools, number);
        await expect(shown.frame.getByText(/RE\d{4}-\d{4}/).first()).toBeVisible();
      }));

    await test.step('the contract goes into force', () =>
      work('sales-manager', async ({ page }) => {
        await page.goto(`/sales-management/purchase-contract/${contract.id}`);
        await new DocumentPage(page, kit, 'contract').done('activate', 'onGoing');
      }));
  });
}

// A cheque that was verified comes back: what it paid is owed again.
for (const locale of localesOf('cheques')) {
  const { t, open, invoice: invoiceOf, payment, verified } = accounting(locale);
  test(`a cheque bounces, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const clerk = serverFor(baseURL, 'accounting-officer');
    const from = await payer(clerk);
    const invoice = await issuedInvoice(clerk, from, { total: '4280.00' });
    const bank = await account(clerk, from.company.id);
    const work = desk(browser, locale);

    const number = await test.step('the clerk enters the cheque', () =>
      work('accounting-officer', async (tools) => {
        const { page, form } = tools;
        await tools.list.goto(titleOf('payment-data', locale));
        await page.goto(
          `${new URL(page.url()).pathname}?tab=payments&record=new&invoice=${invoice.id}&method=cheque`,
        );
        const field = (name: string) => form.field(t(`payments.field.${name}`));
        await expect(field('amount')).toHaveValue('4,280.00');
        await form.choose(field('bankAccount'), bank.accountNo);
        await form.pick(field('payerBank'), t('payments.choice.payerBank.BBL'));
        await form.type(field('chequeNo'), invoice.documentNo.replace(/\D/g, ''));
        await form.type(field('chequeDate'), thaiDay());
        await page.getByRole('dialog').locator('button[type=submit]').click();
        return payment(page).number('PY');
      }));

    await test.step('it is verified, and comes back', () =>
      work('accounting-manager', async (tools) => {
        const shown = await verified(tools, number);
        await shown.act('reverse');
        await shown.dialog.getByRole('textbox').fill('ธนาคารคืนเช็ค');
        await shown.confirm('reverse');
        await shown.isNow('reversed');
      }));

    await test.step('the invoice is owed again', () =>
      work('accounting-officer', async (tools) => {
        await open(tools, 'invoices', invoice.documentNo);
        await invoiceOf(tools.page).isNow('issued');
        await expect(invoiceOf(tools.page).frame.getByText('4,280.00').first()).toBeVisible();
      }));
  });
}

// Too much was charged: the clerk asks for a credit note, another person approves it.
for (const locale of localesOf('creditNotes')) {
  const { t, open, invoice: invoiceOf, credited } = accounting(locale);
  test(`a credit note is asked for and approved, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const clerk: Server = serverFor(baseURL, 'accounting-officer');
    const invoice = await issuedInvoice(clerk, await payer(clerk), {
      total: '10700.00',
      taxPoint: 'delivery',
    });
    const work = desk(browser, locale);

    await test.step('the clerk asks for it at the invoice', () =>
      work('accounting-officer', async (tools) => {
        const { page, form } = tools;
        await open(tools, 'invoices', invoice.documentNo);
        const shown = invoiceOf(page);
        await shown.isNow('issued');
        await shown.frame.getByRole('button', { name: t('invoices.link.credit') }).click();
        const field = (name: string) =>
          shown.dialog.getByLabel(t(`creditNotes.field.${name}`), { exact: true });
        await form.type(field('amount'), '2140');
        await form.pick(field('cause'), t('creditNotes.choice.cause.overcharged'));
        await form.type(field('reason'), 'คิดเงินเกินสองชั่วโมง');
        await shown.dialog.getByRole('button', { name: t('creditNotes.ask.ok') }).click();
        await expect(shown.dialog).toBeHidden();
      }));

    await test.step('the manager approves it', () =>
      work('accounting-manager', async (tools) => {
        const shown = await credited(tools, invoice.documentNo);
        await shown.number('CN');
      }));

    await test.step('less is owed', () =>
      work('accounting-officer', async (tools) => {
        await open(tools, 'invoices', invoice.documentNo);
        await expect(invoiceOf(tools.page).frame.getByText('8,560.00').first()).toBeVisible();
      }));
  });
}

/** Today as it is typed. */
function thaiDay(): string {
  const [year, month, day] = new Date(Date.now() + 7 * 3_600_000)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${day}/${month}/${year}`;
}
