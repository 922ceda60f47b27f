import { defineResource } from '@boxyard/shared/kit';

/** Units of measure; a purchase unit holds several of its base unit (domain-warehouse 1.3). */
export const units = defineResource({
  list: 'units.list',
  texts: 'remote-warehouse:units',
  page: 'categories',
  columns: (c) => [
    c.text('code', { width: 120 }),
    c.ref('name', { value: (row) => ({ name: row.name, nameTh: row.nameTh }) }),
    c.flag('allowFraction'),
    c.ref('baseUnit'),
    c.number('factor'),
    c.flag('isActive', { card: 'corner' }),
  ],
  form: (f) => [
    f.text('code', { autoFocus: true }),
    f.text('name'),
    f.text('nameTh'),
    f.flag('allowFraction', { help: 'help.allowFraction' }),
    f.record('baseUnitId', 'units.master', { help: 'help.baseUnit' }),
    f.quantity('factor', { show: (values) => Boolean(values.baseUnitId), help: 'help.factor' }),
  ],
});
