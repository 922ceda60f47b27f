import type { BodyOut } from '@boxyard/shared/contract';
import {
  type Contract,
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  mayUseCompany,
  notFound,
  type Reference,
  refuseFaults,
} from '../../../kernel/index.ts';
import { activeOf, choiceFault, MASTER_COLUMNS } from '../../masterData/index.ts';
import { coverFaults, coverOf, writeCover } from './cover.ts';
import { exportCoverage } from './coverageExport.ts';
import {
  coverage,
  lockedZone,
  oneAtATime,
  shownZones,
  withCover,
  zoneById,
  zoneSource,
  zones,
} from './zoneRows.ts';

/** Zones: the districts that a sales team and an engineer team look after (domain-containers 1.5). */
type CreateBody = BodyOut<Contract['zones.create']>;
type Locked = NonNullable<Awaited<ReturnType<typeof lockedZone>>>;

const zoneList = defineList('zones.list', {
  id: 'z.id',
  from: zoneSource,
  select: withCover,
  map: (rows, ctx) => shownZones(ctx, rows),
  sorts: { code: 'z.code', name: 'z.name' },
  filters: { isActive: 'z.is_active', regionId: 'z.region_id' },
  search: 'z.search_text',
  export: {
    fileName: 'zones',
    columns: {
      ...MASTER_COLUMNS,
      name: { title: { en: 'Name (English)', th: 'ชื่ออังกฤษ' }, type: 'text' },
      region: { title: { en: 'Region', th: 'ภูมิภาค' }, type: 'text' },
      amphoeIds: {
        title: { en: 'Districts', th: 'จำนวนอำเภอ/เขต' },
        type: 'number',
        value: ({ amphoeIds }) => amphoeIds.length,
      },
      saleTeam: { title: { en: 'Sales team', th: 'ทีมขาย' }, type: 'text' },
      engineerTeam: { title: { en: 'Engineer team', th: 'ทีมวิศวกร' }, type: 'text' },
      peopleCount: { title: { en: 'People', th: 'จำนวนคน' }, type: 'number' },
    },
  },
});

const zoneChoices = defineList('zones.all', {
  id: 'z.id',
  from: zoneSource,
  offered: 'z.is_active',
  select: (query) => query.select(['z.id', 'z.code', 'z.name', 'z.nameTh']),
  map: (rows) => rows,
  sorts: { code: 'z.code' },
  filters: {},
  search: 'z.search_text',
});

/** The teams of a zone, with the type that each must be of. */
const TEAMS = [
  ['saleTeamId', 'sales'],
  ['engineerTeamId', 'engineer'],
] as const;

/** Zones are everybody's, teams a company's: nobody takes another company's out of its zone. */
async function isOwnTeam(ctx: Ctx, id: string): Promise<boolean> {
  const team = await ctx.db
    .selectFrom('teams')
    .select('companyId')
    .where('id', '=', id)
    .executeTakeFirst();
  return team === undefined || mayUseCompany(ctx.actor, team.companyId);
}

async function teamFaults(ctx: Ctx, body: CreateBody, before?: Locked): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  for (const [field, type] of TEAMS) {
    const id = body[field] ?? null;
    const present = before?.[field] ?? null;
    if (present !== null && present !== id && !(await isOwnTeam(ctx, present))) {
      faults.push({ field, code: 'TEAM_OF_OTHER_COMPANY' });
      continue;
    }
    if (id === null) continue;
    const team = await ctx.db
      .selectFrom('teams')
      .select(['isActive', 'type', 'companyId'])
      .where('id', '=', id)
      .executeTakeFirst();
    const wasChosen = before?.[field] === id;
    // Only one's own may be newly chosen.
    const known =
      team && (wasChosen || mayUseCompany(ctx.actor, team.companyId)) ? team : undefined;
    faults.push(...choiceFault(field, known, wasChosen));
    if (known && known.type !== type) faults.push({ field, code: 'TEAM_TYPE' });
  }
  return faults;
}

/** A zone that has a region leaves it by `move-zone`, which has an ability of its own. */
async function regionFaults(
  ctx: Ctx,
  regionId: string | null,
  before?: Locked,
): Promise<FieldFault[]> {
  const present = before?.regionId ?? null;
  if (regionId === present) return [];
  if (present !== null || regionId === null) return [{ field: 'regionId', code: 'REGION_BY_MOVE' }];
  return choiceFault('regionId', await activeOf(ctx, 'regions', regionId), false);
}

/** What is said of a zone, without what it covers. */
const valuesOf = (body: CreateBody, regionId: string | null) => ({
  code: body.code,
  name: body.name,
  nameTh: body.nameTh,
  regionId,
  saleTeamId: body.saleTeamId ?? null,
  engineerTeamId: body.engineerTeamId ?? null,
});

async function mustLock(ctx: Ctx, id: string): Promise<Locked> {
  const zone = await lockedZone(ctx, id);
  if (!zone) throw notFound();
  return zone;
}

/** The teams that a zone names itself work in it, as the people do who refer to it. */
function teamsOf(zone: Locked): Reference[] {
  const count = TEAMS.filter(([field]) => zone[field] !== null).length;
  return count > 0 ? [{ family: 'teams', count }] : [];
}

export const zoneHandlers: HandlersOf<Family<'zones'>> = {
  'zones.list': zoneList.run,
  'zones.all': zoneChoices.run,
  'zones.coverage': async (ctx) => ({ data: await coverage(ctx) }),
  'zones.coverageExport': (ctx, { query }) => exportCoverage(ctx, query?.format ?? 'xlsx'),
  'zones.get': async (ctx, { params }) => ({ data: await zoneById(ctx, params.id) }),

  'zones.create': async (ctx, { body }) => {
    await oneAtATime(ctx);
    refuseFaults([
      ...(await regionFaults(ctx, body.regionId ?? null)),
      ...(await teamFaults(ctx, body)),
      ...(await coverFaults(body)),
    ]);
    const cover = await coverOf(ctx, null, body);
    const values = valuesOf(body, body.regionId ?? null);
    const id = await zones.insert(ctx, {
      values,
      also: { amphoeIds: cover.amphoeIds },
      touches: ['regions'],
    });
    await writeCover(ctx, id, cover);
    return { data: await zoneById(ctx, id) };
  },

  'zones.update': async (ctx, { params, body }) => {
    await oneAtATime(ctx);
    const before = await mustLock(ctx, params.id);
    // Absent: stays where it is. A zone is taken out of its region by `remove-zone`.
    const regionId = body.regionId ?? before.regionId;
    refuseFaults([
      ...(await regionFaults(ctx, regionId, before)),
      ...(await teamFaults(ctx, body, before)),
      ...(await coverFaults(body)),
    ]);
    expectVersion(before, body.version);
    const cover = await coverOf(ctx, before.id, body);
    const values = { ...valuesOf(body, regionId), isActive: body.isActive };
    await zones.update(ctx, before, {
      values,
      also: { amphoeIds: cover.amphoeIds },
      touches: ['regions'],
    });
    await writeCover(ctx, before.id, cover);
    return { data: await zoneById(ctx, before.id) };
  },

  'zones.delete': async (ctx, { params }) => {
    await oneAtATime(ctx);
    const before = await mustLock(ctx, params.id);
    return zones.remove(ctx, before, { users: teamsOf(before), touches: ['regions'] });
  },
};
