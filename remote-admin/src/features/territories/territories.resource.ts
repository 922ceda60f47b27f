import { defineResource } from '@boxyard/shared/kit';
import { fullNameIn } from '@boxyard/shared/ui';
import { AmphoeField, AmphoeNames } from './AmphoeField.tsx';

/** Regions, which hold zones (domain-containers 1.5). */
export const regions = defineResource({
  list: 'regions.list',
  texts: 'remote-admin:territories.regions',
  page: 'territories',
  columns: (c) => [c.text('code'), c.text('name'), c.text('nameTh')],
  form: (f) => [
    f.text('code', { span: 2 }),
    f.text('name', { span: 4 }),
    f.text('nameTh', { span: 6 }),
  ],
  nameOf: fullNameIn,
});

/** Zones: the districts that a sales team and an engineer team look after. */
export const zones = defineResource({
  list: 'zones.list',
  texts: 'remote-admin:territories.zones',
  page: 'territories',
  columns: (c) => [c.text('code'), c.text('name'), c.ref('region')],
  form: (f) => [
    f.section('zone', [
      f.text('code', { span: 2 }),
      f.text('name', { span: 2 }),
      f.text('nameTh', { span: 2 }),
      // One that has a region leaves it by being moved, which is an action of its own.
      f.record('regionId', 'regions.all', {
        span: 2,
        show: (values) => (values as { region?: unknown }).region == null,
      }),
      f.record('saleTeamId', 'teams.all', { span: 2, query: () => ({ type: 'sales' }) }),
      f.record('engineerTeamId', 'teams.all', { span: 2, query: () => ({ type: 'engineer' }) }),
    ]),
    f.custom('amphoeIds', AmphoeField, { span: 6, differs: AmphoeNames }),
  ],
  nameOf: fullNameIn,
});
