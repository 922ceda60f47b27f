import { addDays, bangkokDate, daysBetween } from '@boxyard/shared/domain';
import { type App, type ManualClock, SYSTEM } from '../kernel/index.ts';
import { nightlySideBySide } from '../modules/index.ts';
import { escalateWaiting } from '../workflow/index.ts';
import { countShelves } from './audits.ts';
import { importStatement, openBankAccount } from './bankStatement.ts';
import { Tender } from './biddings.ts';
import { Books } from './books.ts';
import { Claiming } from './claims.ts';
import { Collecting } from './collecting.ts';
import { talkAboutRequest } from './comments.ts';
import { makeContainerRequisitions } from './containerRequisitions.ts';
import { makeContainerTransfers } from './containerTransfers.ts';
import { makeContracts } from './contracts.ts';
import { makeCustomers } from './customers.ts';
import { Fleet, showOne } from './fleet.ts';
import { buildHeaders } from './headers.ts';
import { makeInspections } from './inspections.ts';
import { tellJobHistory } from './jobHistory.ts';
import { makeJobs } from './jobs.ts';
import { watchBranch } from './levels.ts';
import { sellFromMachines } from './machineSales.ts';
import { Maintaining } from './maintaining.ts';
import { payDeposit } from './money.ts';
import { Office } from './office.ts';
import { makePartSales } from './partSales.ts';
import { Paying } from './payments.ts';
import { ADMIN, address, COMPANY_A, COMPANY_B, PEOPLE } from './people.ts';
import { type Random, seededRandom } from './random.ts';
import { type Bench, Drawing } from './requisitions.ts';
import { Selling } from './selling.ts';
import { buildSetting, type Setting } from './setting.ts';
import { live, type Progress, READING_DAY, Story } from './story.ts';

export type { Progress };

import { setTargets } from './targets.ts';
import { closeMonths } from './taxes.ts';
import { askForMove, buildTeams } from './teams.ts';
import { makeJobCodes, makeTechnicians } from './technicians.ts';
import { buildTerritories, giveZones } from './territories.ts';
import { Hauling, type Road } from './transfers.ts';
import { Transforming, type Workbench, writeComponents } from './transformations.ts';
import { Upkeep, type Workshop } from './upkeep.ts';
import { makeWarranties } from './warranties.ts';
import { Yard } from './yard.ts';

export interface DemoOptions {
  /** The story's clock; the real time starts when the demonstration is there. */
  readonly clock: ManualClock;
  /** Of every account. */
  readonly password: string;
  readonly progress?: (done: Progress) => void;
}

/** How long the story is before it reaches today. */
const STORY_DAYS = 548;
const SEED = 20_261_121;

/**
 * Eighteen months of a business, told by the real services: every document was asked for, decided,
 * ordered, received and put away by people with their own rights.
 */
export async function createDemo(
  app: App,
  { clock, password, progress = () => undefined }: DemoOptions,
): Promise<void> {
  const startedAt = clock.now();
  const until = addDays(bangkokDate(startedAt), -1);
  clock.set(new Date(`${addDays(until, -STORY_DAYS - 1)}T02:00:00Z`));
  const office = new Office(app, clock);
  const random = seededRandom(SEED);

  const people = new People(app, office, password);
  await people.invite({ ...ADMIN, role: 'system-admin' }, { companyIds: [], warehouseIds: [] });
  const setting = await buildSetting(office, random);
  await buildHeaders(office, setting.companies);
  const zones = await buildTerritories(office);
  for (const seed of PEOPLE) {
    await people.invite(seed, {
      companyIds: seed.companies.map((code) => idOf(setting.companies, code)),
      warehouseIds: (seed.warehouses ?? []).map((code) => idOf(setting.warehouses, code)),
      zoneIds: (seed.zones ?? []).map((code) => idOf(zones, code)),
    });
  }
  const teams = await buildTeams(office, idOf(setting.companies, COMPANY_A));
  await giveZones(office, zones, teams);
  await makeJobCodes(office);
  await watchBranch(office, setting);
  await writeComponents(office, setting);
  await makeCustomers(office, apart({ office, setting, random, until }));
  await setTargets(office, setting);
  await openBankAccount(office);
  const opening = { office, setting, random, until };
  const told = stories(opening);
  await live(told, {
    office,
    ...tellers(opening),
    until,
    progress,
    nightly: async (today) => {
      await nightlyWork(app);
      // What has waited for weeks was told weeks ago, and is not told in the first hour of the server.
      if (daysBetween(today, until) <= READING_DAY) await escalateWaiting(app);
    },
  });
  await talkAboutRequest(office);
  await askForMove(office, { teams, until });
  await showOne(office);
  await makeContainerRequisitions(office, { setting });
  await makeContainerTransfers(office, setting);
  await countShelves(office, { setting });
  await makePartSales(office, { setting });
  await makeContracts(office);
  await payDeposit(office);
  await Promise.all([
    sellFromMachines(app, { office, until: startedAt }),
    (async () => {
      await makeWarranties(office);
      await closeMonths(office);
    })(),
  ]);
  // What was due before today is late.
  await nightlyWork(app);
  await importStatement(office);
  await makeInspections(office);
  await makeTechnicians(office);
  await tellJobHistory(app, office);
  await makeJobs(office);
}

function idOf(ids: ReadonlyMap<string, string>, code: string): string {
  const id = ids.get(code);
  if (id === undefined) throw new Error(`the demonstration has no "${code}"`);
  return id;
}

/** What everything that is told starts from. */
interface Opening {
  readonly office: Office;
  readonly setting: Setting;
  readonly random: Random;
  readonly until: string;
}

/** Each teller draws from numbers of its own, so that they may be told side by side. */
const apart = ({ random, ...opening }: Opening) => ({
  ...opening,
  random: seededRandom(random.between(1, 1_000_000)),
});

function stories(opening: Opening) {
  const told = (plot: ConstructorParameters<typeof Story>[0]['plot']) =>
    new Story({ ...apart(opening), plot });
  return [
    told({
      crew: {
        askers: ['warehouse-staff', 'technician', 'warehouse-staff.2', 'engineer-manager'],
        approver: 'purchasing-manager',
        buyer: 'purchasing-officer',
        storekeepers: ['warehouse-staff', 'warehouse-staff.2'],
        keepers: {
          CENTRAL: 'warehouse-manager',
          'VAN-01': 'warehouse-manager',
          'VAN-02': 'warehouse-manager',
          NORTH: 'warehouse-manager.north',
        },
      },
      company: COMPANY_A,
      warehouses: ['CENTRAL', 'CENTRAL', 'CENTRAL', 'NORTH'],
      pace: 0.36,
      firstInvoice: 1,
    }),
    told({
      crew: {
        askers: ['warehouse-staff.east', 'technician.east'],
        approver: 'purchasing-manager.east',
        buyer: 'purchasing-officer.east',
        storekeepers: ['warehouse-staff.east', 'warehouse-staff.2.east'],
        keepers: { EAST: 'warehouse-manager.east' },
      },
      company: COMPANY_B,
      warehouses: ['EAST'],
      pace: 0.2,
      firstInvoice: 5001,
    }),
  ];
}

/** Who draws parts from which shelves. */
function drawings(opening: Opening): Drawing[] {
  const told = (bench: Bench) => new Drawing({ ...apart(opening), bench });
  return [
    told({
      askers: ['technician', 'technician', 'engineer-manager', 'warehouse-staff.2'],
      storekeepers: ['warehouse-staff', 'warehouse-staff.2'],
      keepers: { CENTRAL: 'warehouse-manager', NORTH: 'warehouse-manager.north' },
      warehouses: ['CENTRAL', 'CENTRAL', 'CENTRAL', 'NORTH'],
      vans: { technician: 'VAN-01', 'engineer-manager': 'VAN-02', 'warehouse-staff.2': 'VAN-02' },
      pace: 0.12,
    }),
    told({
      askers: ['technician.east'],
      storekeepers: ['warehouse-staff.east'],
      keepers: { EAST: 'warehouse-manager.east' },
      warehouses: ['EAST'],
      pace: 0.06,
    }),
  ];
}

/** The branch is filled from the central warehouse. */
const TO_THE_NORTH: Road = {
  from: 'CENTRAL',
  to: 'NORTH',
  asker: 'warehouse-manager.north',
  keeper: 'warehouse-manager',
  shipper: 'warehouse-staff',
  counter: 'warehouse-staff.2',
  receiver: 'warehouse-manager.north',
  pace: 0.045,
};
/** Worn units are taken apart for their parts, and sets put together, in the central warehouse. */
const IN_THE_WORKSHOP: Workbench = {
  warehouse: 'CENTRAL',
  storekeepers: ['warehouse-staff', 'warehouse-staff.2'],
  keeper: 'warehouse-manager',
  pace: 0.03,
};
/** Who repairs and destroys what, beside what is drawn. */
function upkeeps(opening: Opening): Upkeep[] {
  const told = (crew: Workshop) => new Upkeep({ ...apart(opening), crew });
  return [
    told({
      warehouse: 'CENTRAL',
      storekeepers: ['warehouse-staff', 'warehouse-staff.2'],
      keeper: 'warehouse-manager',
      technician: 'technician',
      witnesses: ['accounting-manager', 'engineer-manager'],
      pace: 0.028,
    }),
    told({
      warehouse: 'EAST',
      storekeepers: ['warehouse-staff.east'],
      keeper: 'warehouse-manager.east',
      technician: 'technician.east',
      witnesses: ['purchasing-manager.east'],
      pace: 0.012,
    }),
  ];
}

/** Who tells what beside the stories of purchasing. Each draws its numbers in the order of this list. */
function tellers(opening: Opening) {
  const { office, setting, until } = opening;
  const drawn = drawings(opening);
  const kept = upkeeps(opening);
  const hauling = new Hauling({ ...apart(opening), road: TO_THE_NORTH });
  const tender = new Tender(apart(opening));
  const claiming = new Claiming(apart(opening));
  const workbench = new Transforming({ ...apart(opening), bench: IN_THE_WORKSHOP });
  const fleet = new Fleet(apart(opening));
  const maintaining = new Maintaining({ office, until });
  const selling = new Selling(apart(opening));
  const collecting = new Collecting(apart(opening));
  const ofFirst = [hauling, tender, claiming, workbench, new Paying({ office, setting })];
  return {
    shelves: drawn.map((drawing, at) => [
      drawing,
      ...kept.slice(at, at + 1),
      // What goes from one warehouse to another, once the day's parts are handed out, and the rest.
      ...(at === 0 ? ofFirst : []),
    ]),
    contracts: [selling, collecting, new Books({ office, until })],
    yard: [fleet, new Yard({ office, setting, until }), maintaining],
  };
}

/** As each night: what touches the same records in turn, the rest side by side. */
async function nightlyWork(app: App): Promise<void> {
  await Promise.all(
    nightlySideBySide.map(async (works) => {
      for (const work of works) await work.run(app);
    }),
  );
}

interface Invited {
  readonly account: string;
  readonly role: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Accounts as an administrator makes them: invited by e-mail, the password set from the link. */
class People {
  readonly #app: App;
  readonly #office: Office;
  readonly #password: string;
  #roles: ReadonlyMap<string, string> | undefined;

  constructor(app: App, office: Office, password: string) {
    this.#app = app;
    this.#office = office;
    this.#password = password;
  }

  async invite(
    seed: Invited,
    reach: {
      readonly companyIds: readonly string[];
      readonly warehouseIds: readonly string[];
      readonly zoneIds?: readonly string[];
    },
  ): Promise<void> {
    const email = address(seed.account);
    const made = await this.#app.call({ actor: SYSTEM }, 'users.create', {
      body: {
        email,
        firstName: seed.firstName,
        lastName: seed.lastName,
        roleId: await this.#roleId(seed.role),
        ...reach,
      },
    });
    const token = await this.#tokenFor(email);
    await this.#app.call({ actor: SYSTEM }, 'auth.resetPassword', {
      body: { token, password: this.#password },
    });
    await this.#office.hire(seed.account, (made.data as { id: string }).id);
  }

  async #roleId(name: string): Promise<string> {
    this.#roles ??= new Map(
      (await this.#app.db.selectFrom('roles').select(['id', 'name']).execute()).map((role) => [
        role.name,
        role.id,
      ]),
    );
    return idOf(this.#roles, name);
  }

  /** The single-use token of the invitation, read from the outbox like the addressee would. */
  async #tokenFor(email: string): Promise<string> {
    const mail = await this.#app.db
      .selectFrom('mails')
      .select('bodyText')
      .where('toAddress', '=', email)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    const token = /token=([\w-]+)/.exec(mail.bodyText)?.[1];
    if (!token) throw new Error(`the invitation of ${email} has no link`);
    return token;
  }
}
