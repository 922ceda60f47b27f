import { partSales } from './type.ts';

export const partSaleWorkItems = partSales.workItems({
  due: 'd.needed_by',
  amount: 'd.grand_total',
  title: {
    en: '(select coalesce(c.name_en, c.name) from customers c where c.id = d.customer_id)',
    th: '(select c.name from customers c where c.id = d.customer_id)',
  },
  steps: [
    { key: 'confirmPartSale', action: 'confirm', status: 'draft' },
    { key: 'deliverPartSale', action: 'deliver', status: 'confirmed' },
  ],
});
