import { regionHandlers } from './regions.ts';
import { zoneHandlers } from './zones.ts';

/** Every call about regions and zones. */
export const territoryHandlers = { ...regionHandlers, ...zoneHandlers };

/** Unique constraint → field of the body. */
export const territoryConstraints = {
  regions_code_uq: 'code',
  regions_name_uq: 'name',
  regions_name_th_uq: 'nameTh',
  zones_code_uq: 'code',
  zone_amphoes_pk: 'amphoeIds',
};
