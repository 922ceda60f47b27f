/** Where a notice about a sold container leads. */
export const placeOf = (id: string) => ({
  action: `/sales-management/products?record=${id}`,
  actionTitle: { en: 'Open', th: 'เปิดดู' },
  entity: { type: 'productContracts', id },
});
