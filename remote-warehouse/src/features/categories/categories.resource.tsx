import { defineResource } from '@boxyard/shared/kit';
import { mayOpen, pathOf } from '@boxyard/shared/runtime';
import { Quantity, RefText } from '@boxyard/shared/ui';
import { Link } from 'react-router-dom';
import classes from './categories.module.css';

/** Categories in exactly two levels; new parts inherit unit and warranty (domain-warehouse 1.2). */
export const categories = defineResource({
  list: 'categories.list',
  texts: 'remote-warehouse:categories',
  page: 'categories',
  columns: (c) => [
    c.text('code', { width: 140 }),
    c.custom('name', {
      render: (row) => (
        <span className={row.parent ? classes.sub : classes.main}>
          <RefText value={{ id: row.id, name: row.name, nameTh: row.nameTh }} show="name" />
        </span>
      ),
    }),
    c.ref('parent'),
    {
      ...c.number('partCount'),
      render: (row) =>
        row.partCount > 0 && mayOpen('parts-warehouse') ? (
          <Link to={pathOf('parts-warehouse', {}, { categoryId: row.id })}>
            <Quantity value={row.partCount} />
          </Link>
        ) : (
          <Quantity value={row.partCount} />
        ),
    },
    c.money('onHandValue', { ability: 'parts-warehouse:view-cost' }),
    c.ref('defaultUnit', { hidden: true }),
    c.number('defaultWarrantyMonths', { hidden: true }),
    c.number('sortOrder', { hidden: true }),
    c.flag('isActive', { card: 'corner' }),
  ],
  form: (f) => [
    f.record('parentId', 'categories.master', {
      query: () => ({ level: ['main'] }),
      help: 'help.parent',
      // A main category that has sub-categories cannot become one: depth is exactly two.
      disabled: (values) => Number(values.childCount) > 0,
    }),
    f.text('code', { autoFocus: true }),
    f.text('name'),
    f.text('nameTh'),
    f.record('defaultUnitId', 'units.master', { help: 'help.inherited' }),
    f.integer('defaultWarrantyMonths', { help: 'help.inherited' }),
    f.integer('sortOrder'),
  ],
});
