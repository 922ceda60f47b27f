import { registerContract } from '@boxyard/shared/client';
import { warrantiesArea } from '@boxyard/shared/contract/areas/warranties.ts';
import { CONTRACT_COVERAGES } from '@boxyard/shared/domain/sales/contracts.ts';
import { WARRANTY_CHANNELS } from '@boxyard/shared/domain/sales/warranties.ts';
import {
  warrantyMachine,
  warrantyRequestMachine,
} from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { DaysLeft } from './DaysLeft.tsx';
import { Terms } from './Terms.tsx';
import '../../kitTexts.ts';

registerContract(warrantiesArea);

const PAGE = 'warranty';

/** Warranties of containers (docs/domain/containers.md "Warranty"). */
export const warranties = defineResource({
  list: 'warranties.list',
  texts: 'remote-purchase-sales:warranties',
  page: PAGE,
  machine: warrantyMachine,
  // A new one is a renewal.
  abilities: { create: 'warranty:renew' },
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.custom('product', { render: (row) => row.product.serialNumber }),
    c.ref('productModel', { show: 'name', hidden: true }),
    c.ref('customer', { show: 'name' }),
    c.choice('type', { hidden: true }),
    c.date('startDate'),
    c.date('endDate'),
    c.custom('daysLeft', { render: (row) => <DaysLeft value={row.daysLeft} /> }),
    c.choice('coverage', { hidden: true }),
    c.money('price', { hidden: true }),
    c.person('sale', { hidden: true }),
    c.status(warrantyMachine),
  ],
});

/** Fields of a renewal that a manager makes at once. */
export const renewalFields = actionFields('warranties.create', (f) => [
  f.record('productId', 'warranties.containers', { span: 6, autoFocus: true }),
  f.panel('terms', (props) => <Terms {...props} />, { span: 6 }),
  f.integer('months', { span: 3 }),
  f.choice('coverage', CONTRACT_COVERAGES, { span: 3 }),
  f.money('price', { span: 3, help: 'help.price' }),
  f.date('startDate', { span: 3, help: 'help.startDate' }),
  f.longText('exclusions', { span: 6 }),
  f.longText('reason', { span: 6, help: 'help.reason' }),
]);

/** Requests for warranties. */
export const warrantyRequests = defineResource({
  list: 'warrantyRequests.list',
  texts: 'remote-purchase-sales:warrantyRequests',
  page: PAGE,
  machine: warrantyRequestMachine,
  abilities: { create: 'warranty:request' },
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.custom('product', { render: (row) => row.product.serialNumber }),
    c.ref('customer', { show: 'name' }),
    c.choice('channel', { hidden: true }),
    c.number('months'),
    c.money('price'),
    c.date('documentDate'),
    c.person('createdBy'),
    c.status(warrantyRequestMachine),
  ],
  form: (f) => [
    f.record('productId', 'warranties.containers', { span: 6, autoFocus: true }),
    f.panel('terms', (props) => <Terms {...props} />, { span: 6 }),
    f.integer('months', { span: 3 }),
    f.choice('coverage', CONTRACT_COVERAGES, { span: 3 }),
    f.choice('channel', WARRANTY_CHANNELS, { span: 3 }),
    f.longText('remark', { span: 6 }),
  ],
});

export const quoteFields = actionFields('warrantyRequests.quote', (f) => [
  f.panel('terms', (props) => <Terms {...props} />, { span: 6 }),
  f.integer('months', { span: 2 }),
  f.choice('coverage', CONTRACT_COVERAGES, { span: 2 }),
  f.money('price', { span: 2, help: 'help.price' }),
]);

/** What a month of warranty costs, by the age of the container. */
export const warrantyPrices = defineResource({
  list: 'warrantyPrices.list',
  texts: 'remote-purchase-sales:warrantyPrices',
  page: PAGE,
  abilities: {
    create: 'warranty:update-prices',
    update: 'warranty:update-prices',
    delete: 'warranty:update-prices',
  },
  columns: (c) => [
    c.ref('productModel', { show: 'name' }),
    c.number('ageFromMonths'),
    c.money('pricePerMonth'),
    c.date('validFrom'),
    c.ref('company', { hidden: true }),
  ],
  form: (f) => [
    f.record('companyId', 'companies.all', { span: 6, only: 'create', habit: true }),
    f.record('productModelId', 'productModels.all', { span: 6, help: 'help.productModel' }),
    f.integer('ageFromMonths', { span: 6 }),
    f.money('pricePerMonth', { span: 6 }),
    f.date('validFrom', { span: 6 }),
  ],
  nameOf: (price) => price.productModel?.name ?? price.validFrom,
});
