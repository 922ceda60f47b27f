import { sql } from 'kysely';
import { defineList, folded } from '../../../kernel/index.ts';
import { MASTER_COLUMNS } from '../../masterData/index.ts';
import { TEXTS } from './labels.ts';
import { seesPersonalData, shownRows, visibleCustomers, withRow } from './present.ts';

export const customerList = defineList('customers.list', {
  id: 'c.id',
  from: (ctx) => visibleCustomers(ctx),
  select: withRow,
  map: (rows, ctx) => shownRows(ctx, rows),
  sorts: { code: 'c.code', name: 'c.name', createdAt: 'c.created_at' },
  filters: {
    type: 'c.type',
    saleId: 'c.sale_id',
    companyId: 'c.company_id',
    zoneId: 'c.zone_id',
    isBlacklisted: 'c.is_blacklisted',
    isActive: 'c.is_active',
  },
  // A tax id or a phone number finds somebody only for those to whom it is shown.
  search: (query, term, ctx) =>
    seesPersonalData(ctx)
      ? query.where(
          sql<boolean>`(${folded('c.search_text', term)} or ${folded('c.personal_text', term)})`,
        )
      : query.where(folded('c.search_text', term)),
  export: {
    fileName: 'customers',
    columns: {
      ...MASTER_COLUMNS,
      type: { title: TEXTS.field.type, type: 'status', labels: TEXTS.choice.type },
      taxId: { title: TEXTS.field.taxId, type: 'text' },
      branchCode: { title: { en: 'Branch', th: 'สาขา' }, type: 'text' },
      phone: { title: TEXTS.field.phone, type: 'text' },
      email: { title: TEXTS.field.email, type: 'text' },
      province: { title: TEXTS.field.province, type: 'text' },
      sale: { title: TEXTS.field.sale, type: 'text' },
      isBlacklisted: { title: TEXTS.field.isBlacklisted, type: 'text' },
    },
  },
});

export const customerChoices = defineList('customers.master', {
  id: 'c.id',
  from: (ctx, input) =>
    input.query.ids || input.query.filters.paying
      ? visibleCustomers(ctx)
      : visibleCustomers(ctx).where('c.isBlacklisted', '=', false),
  offered: 'c.is_active',
  select: (query) => query.select(['c.id', 'c.code', 'c.name', 'c.nameEn']),
  map: (rows) =>
    rows.map(({ nameEn, name, ...row }) => ({ ...row, name: nameEn ?? name, nameTh: name })),
  sorts: { code: 'c.code' },
  // Said by the source.
  filters: { paying: (query) => query },
  search: 'c.search_text',
});
