import * as z from 'zod/mini';
import * as field from '../../../domain/values/fields.ts';
import { active, nothing, recordFields, ref, versionOnly } from '../../common.ts';
import { ability, file, formsOf, list, lookup, mutation, one } from '../../endpoint.ts';

/**
 * Territories (domain-containers 1.5): regions hold zones, a zone covers districts (amphoes), and a
 * district belongs to at most one zone. All companies share them.
 */
const names = {
  code: field.code(20),
  name: field.requiredText(120),
  nameTh: field.requiredText(120),
};

const region = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  nameTh: z.string(),
  zones: z.array(ref()),
  amphoeCount: z.int(),
  isActive: z.boolean(),
});

const placeIds = (max: number) =>
  z.array(field.integer(1, 99_999_999)).check(z.maxLength(max, { error: 'TOO_MANY' }));

const zone = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  nameTh: z.string(),
  /** null: taken out of its region and not yet put into another. */
  region: z.nullable(ref()),
  saleTeam: z.nullable(ref()),
  engineerTeam: z.nullable(ref()),
  amphoeIds: z.array(z.int()),
  /** Colleagues who work in it. */
  peopleCount: z.int(),
  isActive: z.boolean(),
});

const zoneBody = {
  ...names,
  /** Of a zone that has a region already, `move-zone` alone changes it. */
  regionId: field.nullish(field.id()),
  saleTeamId: field.nullish(field.id()),
  engineerTeamId: field.nullish(field.id()),
  amphoeIds: placeIds(1000),
  /** Whole provinces: stand for all their districts. */
  provinceIds: field.optional(placeIds(100)),
  /** Districts that may be taken from the zone they are in; the others are refused by name. */
  moveAmphoeIds: field.optional(placeIds(1000)),
};

const choiceList = { filters: {}, sorts: ['code'], defaultSort: 'code', maxLimit: 1000 } as const;
const choice = z.object({
  id: field.id(),
  code: z.nullable(z.string()),
  name: z.string(),
  nameTh: z.nullable(z.string()),
});

export const territoryFamilies = {
  'regions.list': list({
    path: '/regions',
    access: ability('territories:view'),
    summary: 'Regions with their zones',
    list: {
      filters: { isActive: { kind: 'flag' } },
      sorts: ['code', 'name'],
      defaultSort: 'code',
      exportColumns: ['code', 'name', 'nameTh', 'zones', 'amphoeCount', 'isActive'],
    },
    row: region,
  }),
  'regions.all': list({
    path: '/regions/all',
    access: lookup(...formsOf('territories'), 'territories:move'),
    summary: 'Choice of a region',
    list: choiceList,
    row: choice,
  }),
  'regions.get': one({
    path: '/regions/:id',
    access: ability('territories:view'),
    summary: 'A region',
    data: region,
  }),
  'regions.create': mutation({
    method: 'POST',
    path: '/regions',
    access: ability('territories:create'),
    summary: 'Creates a region',
    status: 201,
    body: z.object(names),
    data: region,
    touches: ['zones'],
  }),
  'regions.update': mutation({
    method: 'PATCH',
    path: '/regions/:id',
    access: ability('territories:update'),
    summary: 'Changes a region',
    body: z.object({ version: field.version(), ...names, ...active }),
    data: region,
    touches: ['zones'],
  }),
  'regions.delete': mutation({
    method: 'DELETE',
    path: '/regions/:id',
    access: ability('territories:delete'),
    summary: 'Deletes a region without zones',
    data: nothing(),
    touches: ['zones'],
  }),
  'regions.moveZone': mutation({
    method: 'POST',
    path: '/regions/:id/move-zone',
    access: ability('territories:move'),
    summary: 'Moves a zone of this region to another; the version is the zone’s',
    body: z.object({ version: field.version(), zoneId: field.id(), toRegionId: field.id() }),
    data: zone,
    touches: ['zones'],
  }),
  'regions.removeZone': mutation({
    method: 'POST',
    path: '/regions/:id/remove-zone',
    access: ability('territories:move'),
    summary: 'Takes a zone out of this region; the version is the zone’s',
    body: z.extend(versionOnly(), { zoneId: field.id() }),
    data: zone,
    touches: ['zones'],
  }),

  'zones.list': list({
    path: '/zones',
    access: ability('territories:view'),
    summary: 'Zones with what they cover',
    list: {
      filters: {
        isActive: { kind: 'flag' },
        regionId: { kind: 'id', lookup: 'regions.all' },
      },
      sorts: ['code', 'name'],
      defaultSort: 'code',
      exportColumns: [
        'code',
        'name',
        'nameTh',
        'region',
        'amphoeIds',
        'saleTeam',
        'engineerTeam',
        'peopleCount',
        'isActive',
      ],
    },
    row: zone,
  }),
  'zones.all': list({
    path: '/zones/all',
    access: lookup(...formsOf('users'), 'users:approve-signup'),
    summary: 'Choice of a zone',
    list: choiceList,
    row: choice,
  }),
  'zones.coverage': one({
    path: '/zones/coverage',
    access: ability('territories:view'),
    summary: 'Every region and zone, and who covers which district',
    data: z.object({
      regions: z.array(z.object({ ...choice.shape, isActive: z.boolean(), peopleCount: z.int() })),
      zones: z.array(
        z.object({
          ...choice.shape,
          regionId: z.nullable(field.id()),
          isActive: z.boolean(),
          peopleCount: z.int(),
          amphoeIds: z.array(z.int()),
        }),
      ),
    }),
  }),
  'zones.coverageExport': file({
    path: '/zones/coverage/export',
    access: ability('territories:view'),
    summary: 'Every district with who covers it, or nobody, as a table',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    query: z.object({ format: field.optional(field.oneOf(['xlsx', 'csv'])) }),
  }),
  'zones.get': one({
    path: '/zones/:id',
    access: ability('territories:view'),
    summary: 'A zone',
    data: zone,
  }),
  'zones.create': mutation({
    method: 'POST',
    path: '/zones',
    access: ability('territories:create'),
    summary: 'Creates a zone',
    status: 201,
    body: z.object(zoneBody),
    data: zone,
    touches: ['regions'],
  }),
  'zones.update': mutation({
    method: 'PATCH',
    path: '/zones/:id',
    access: ability('territories:update'),
    summary: 'Changes a zone and what it covers',
    body: z.object({ version: field.version(), ...zoneBody, ...active }),
    data: zone,
    touches: ['regions'],
  }),
  'zones.delete': mutation({
    method: 'DELETE',
    path: '/zones/:id',
    access: ability('territories:delete'),
    summary: 'Deletes a zone that nobody works in',
    data: nothing(),
    touches: ['regions'],
  }),
} as const;
