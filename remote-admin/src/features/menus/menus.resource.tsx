import type { MenuRow } from '@boxyard/shared/contract';
import { defineResource } from '@boxyard/shared/kit';
import { nameIn } from '@boxyard/shared/ui';
import { IconField } from './IconField.tsx';

const label = (row: Pick<MenuRow, 'labelEn' | 'labelTh'>) => ({
  name: row.labelEn,
  nameTh: row.labelTh,
});

const isOfSystem = ({ isSystem }: { readonly isSystem?: unknown }): boolean => isSystem === true;

/** Menus of the sidebar (domain-containers 1.5, 4.3). */
export const menus = defineResource({
  list: 'menus.list',
  texts: 'remote-admin:menus',
  page: 'system-menu',
  // The menus are a tree without a filter bar.
  filters: { isSystem: { hidden: true } },
  columns: (c) => [c.ref('label', { value: label, sort: 'sort', card: 'title' })],
  form: (f) => [
    f.section('labels', [
      f.text('labelTh', { span: 3, autoFocus: true }),
      f.text('labelEn', { span: 3 }),
      f.record('parentId', 'menus.all', { span: 6, query: () => ({ isTop: true }) }),
      f.flag('isVisible', { span: 6, help: 'help.isVisible' }),
      f.custom('icon', (field) => <IconField field={field} />, {
        span: 6,
        // Only what stands alone has an icon in the sidebar.
        show: ({ parentId }) => parentId == null,
      }),
    ]),
    f.section('identity', [
      f.text('name', { span: 3, help: 'help.name', disabled: isOfSystem }),
      f.text('urlPath', { span: 3, help: 'help.urlPath', disabled: isOfSystem }),
    ]),
  ],
  nameOf: (row, locale) => nameIn(label(row), locale),
});
