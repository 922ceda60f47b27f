import { warrantyRequests } from './type.ts';

export const warrantyRequestWorkItems = warrantyRequests.workItems({
  amount: 'd.price',
  title: {
    en: '(select p.serial_number from products p where p.id = d.product_id)',
    th: '(select p.serial_number from products p where p.id = d.product_id)',
  },
  steps: [
    { key: 'quoteWarranty', action: 'quote', status: 'pending' },
    { key: 'approveWarranty', action: 'approve', status: 'quoted' },
    { key: 'renewWarranty', action: 'accept', status: 'approved' },
  ],
});
