import {
  type Ctx,
  type ExportColumn,
  exportRows,
  type FileResult,
  type Localised,
} from '../../../kernel/index.ts';
import { geography, type Place } from '../../masterData/index.ts';
import { shownZones, withCover, zoneSource } from './zoneRows.ts';

const STATES = {
  covered: { en: 'Covered', th: 'มีผู้ดูแล' },
  inactive: { en: 'Zone not in use', th: 'โซนไม่ใช้งาน' },
  open: { en: 'Not covered', th: 'ไม่มีผู้ดูแล' },
} as const satisfies Record<string, Localised>;

type Zone = Awaited<ReturnType<typeof shownZones>>[number];

interface Row {
  readonly province: Place;
  readonly amphoe: Place;
  readonly zone: Zone | null;
}

const placed = ({ nameTh, nameEn }: Place): { name: string; nameTh: string } => ({
  name: nameEn,
  nameTh,
});

/** A district without a zone, or in one that is out of use, is nobody's (page *territories*). */
const stateOf = ({ zone }: Row): keyof typeof STATES => {
  if (zone === null) return 'open';
  return zone.isActive ? 'covered' : 'inactive';
};

const shown = (row: Row) => ({
  province: placed(row.province),
  district: placed(row.amphoe),
  state: stateOf(row),
  region: row.zone?.region ?? null,
  zone: row.zone,
  saleTeam: row.zone?.saleTeam ?? null,
  engineerTeam: row.zone?.engineerTeam ?? null,
});

const COLUMNS: readonly (ExportColumn<ReturnType<typeof shown>> & {
  readonly key: keyof ReturnType<typeof shown>;
})[] = [
  { key: 'province', title: { en: 'Province', th: 'จังหวัด' }, type: 'text' },
  { key: 'district', title: { en: 'District', th: 'อำเภอ/เขต' }, type: 'text' },
  { key: 'state', title: { en: 'Coverage', th: 'การดูแล' }, type: 'status', labels: STATES },
  { key: 'region', title: { en: 'Region', th: 'ภูมิภาค' }, type: 'text' },
  { key: 'zone', title: { en: 'Zone', th: 'โซน' }, type: 'text' },
  { key: 'saleTeam', title: { en: 'Sales team', th: 'ทีมขาย' }, type: 'text' },
  { key: 'engineerTeam', title: { en: 'Engineer team', th: 'ทีมวิศวกร' }, type: 'text' },
];

/** Every district of the country with the zone, region and teams that look after it, or nobody. */
export async function exportCoverage(ctx: Ctx, format: 'xlsx' | 'csv'): Promise<FileResult> {
  const places = await geography();
  const zones = await shownZones(ctx, await withCover(zoneSource(ctx), ctx).execute());
  const zoneOf = new Map(zones.flatMap((zone) => zone.amphoeIds.map((id) => [id, zone] as const)));
  async function* rows(): AsyncGenerator<Row> {
    for (const province of places.provinces) {
      for (const amphoe of places.amphoesOf.get(province.id) ?? []) {
        yield { province, amphoe, zone: zoneOf.get(amphoe.id) ?? null };
      }
    }
  }
  return exportRows(ctx, {
    fileName: 'territories',
    format,
    columns: COLUMNS,
    rows: rows(),
    map: async (chunk) => chunk.map(shown),
  });
}
