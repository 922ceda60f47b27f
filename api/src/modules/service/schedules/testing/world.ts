import type { Person, TestApp } from '../../../../testing/index.ts';
import {
  expectData,
  makeWorld as makeShelf,
  type World as Shelf,
} from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../../containers/testing/planted.ts';
import { planMaintenance } from '../generate.ts';

export const PATH = '/pm_schedules';
export const OCCURRENCES = '/pm_occurrences';

type Json = Readonly<Record<string, unknown>>;

export interface World extends Shelf {
  /** Leads the team that maintains. */
  readonly dispatcher: Person;
  readonly technician: Person;
  readonly teamId: string;
}

export interface Schedule {
  readonly id: string;
  readonly version: number;
  readonly nextDueAt: string | null;
  readonly compliancePercent: number | null;
}

export interface Occurrence {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly day: string;
  readonly dueOn: string;
  readonly missedOn: readonly string[];
  readonly doneOn: string | null;
  readonly skipCause: string | null;
  readonly reason: string | null;
  readonly product: { readonly id: string };
  readonly job: { readonly id: string; readonly status: string } | null;
}

export async function makeWorld(test: TestApp): Promise<World> {
  const shelf = await makeShelf(test);
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
     values ('North', 'engineer', $1, now(), now()) returning id`,
    [shelf.companyId],
  );
  const teamId = String(rows[0]?.id);
  const dispatcher = await test.as('engineer-manager', { teamId });
  await test.app.pg.query(`update users set team_position = 'leader' where id = $1`, [
    dispatcher.userId,
  ]);
  return { ...shelf, teamId, dispatcher, technician: await test.as('technician', { teamId }) };
}

/** A container that stands at a site since a day. */
export async function installedContainer(
  { test, companyId, warehouseId }: Shelf,
  since = '2026-01-01',
): Promise<{ readonly productId: string; readonly modelId: string }> {
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  const { rows } = await test.app.pg.query<{ modelId: string }>(
    `update products set status = 'installed', warehouse_id = null, installed_at = $2,
       site = '{"address": "12 Rama I, Bangkok", "holder": "Siam Snack"}'
     where id = $1 returning product_model_id as "modelId"`,
    [productId, `${since}T03:00:00Z`],
  );
  return { productId, modelId: String(rows[0]?.modelId) };
}

export const scheduleBody = (more: Json = {}): Json => ({
  name: 'Quarterly service',
  every: 1,
  unit: 'month',
  basedOn: 'scheduledDate',
  startsOn: '2026-12-01',
  endsOn: null,
  leadDays: 7,
  graceDays: 3,
  requireSignature: false,
  teamId: null,
  checklist: [],
  requiredParts: [],
  ...more,
});

export const makeSchedule = async (
  world: World,
  more: Json = {},
  by = world.dispatcher,
): Promise<Schedule> => expectData(await by.post(PATH, scheduleBody(more)));

/** The night's work. */
export const runNight = ({ test }: Shelf): Promise<void> => planMaintenance(test.app);

export const occurrencesOf = async (
  world: World,
  schedule: { readonly id: string },
  by = world.admin,
): Promise<readonly Occurrence[]> =>
  expectData(await by.get(`${OCCURRENCES}?scheduleId=${schedule.id}&sort=day&limit=100`));
