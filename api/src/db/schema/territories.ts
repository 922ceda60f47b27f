import type { Generated } from 'kysely';
import type { RecordColumns, WithDefault } from './columns.ts';

/** Tables of 0009_territories.sql. */
export interface TerritoryTables {
  regions: RegionTable;
  zones: ZoneTable;
  zoneAmphoes: { amphoeId: number; zoneId: string };
  userZones: { userId: string; zoneId: string };
}

interface RegionTable extends RecordColumns {
  code: string;
  name: string;
  nameTh: string;
  isActive: WithDefault<boolean>;
  /** Written by the database; only searched. */
  searchText: Generated<string>;
}

interface ZoneTable extends RegionTable {
  regionId: string | null;
  saleTeamId: string | null;
  engineerTeamId: string | null;
}
