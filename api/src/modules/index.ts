import { type App, type Handlers, SYSTEM } from '../kernel/index.ts';
import { type KeptSums, registerModules, type ServerModule } from '../workflow/index.ts';
import { adminModule } from './admin/index.ts';
import { authModule } from './auth/index.ts';
import { companiesModule } from './companies/index.ts';
import { containersModule } from './containers/index.ts';
import { dashboardModule } from './dashboard/index.ts';
import { exportsModule } from './exports/index.ts';
import { importsModule } from './imports/index.ts';
import { masterDataModule } from './masterData/index.ts';
import { moneyModule } from './money/index.ts';
import { partnersModule } from './partners/index.ts';
import { purchasingModule } from './purchasing/index.ts';
import { reportsModule } from './reports/index.ts';
import { salesModule } from './sales/index.ts';
import { serviceModule } from './service/index.ts';
import { shellModule } from './shell/index.ts';
import { soldContainersModule } from './soldContainers/index.ts';
import { warehouseModule } from './warehouse/index.ts';

/** Every module, in the order of their dependencies (.dependency-cruiser.cjs, ADR 0018). */
const MODULES: readonly ServerModule[] = [
  masterDataModule,
  companiesModule,
  partnersModule,
  moneyModule,
  warehouseModule,
  purchasingModule,
  salesModule,
  containersModule,
  soldContainersModule,
  serviceModule,
  reportsModule,
  authModule,
  adminModule,
  importsModule,
  exportsModule,
  dashboardModule,
  shellModule,
];

registerModules(MODULES);

/** Every handler, one spread per module: a call of the contract without a handler does not compile. */
export const handlers: Handlers = {
  ...masterDataModule.handlers,
  ...companiesModule.handlers,
  ...partnersModule.handlers,
  ...moneyModule.handlers,
  ...warehouseModule.handlers,
  ...purchasingModule.handlers,
  ...salesModule.handlers,
  ...containersModule.handlers,
  ...soldContainersModule.handlers,
  ...serviceModule.handlers,
  ...reportsModule.handlers,
  ...authModule.handlers,
  ...adminModule.handlers,
  ...importsModule.handlers,
  ...exportsModule.handlers,
  ...dashboardModule.handlers,
  ...shellModule.handlers,
};

/** Unique constraint → field of the body that a 409 DUPLICATE names. */
export const constraintFields: Readonly<Record<string, string>> = Object.assign(
  {},
  ...MODULES.map(({ constraints }) => constraints),
);

/** Sums that are kept beside their rows. */
export const keptSums: readonly KeptSums[] = MODULES.flatMap((module) => module.keptSums ?? []);

/** A work of the night by its name, for the log. */
interface NightlyWork {
  readonly name: string;
  run(app: App): Promise<void>;
}

const nightOf = ({ nightly: works = [], nightlyApart = [] }: ServerModule): NightlyWork[] => [
  ...works.map((work) => ({
    name: work.name,
    run: (app: App) => app.transaction({ actor: SYSTEM }, work),
  })),
  ...nightlyApart.map((work) => ({ name: work.name, run: work })),
];

/** Work of each night at 00:05 Bangkok, as the system. */
export const nightly: readonly NightlyWork[] = MODULES.flatMap(nightOf);

/**
 * The same for the demonstration, whose five hundred nights are told in a minute: works of one group
 * touch the same records and keep their order, those of different groups may run at the same time.
 */
export const nightlySideBySide: readonly (typeof nightly)[] = [
  // Contracts and warranties make invoices, and change the containers that they are about.
  [moneyModule, salesModule, containersModule, soldContainersModule],
  MODULES.filter(
    (module) =>
      module !== moneyModule &&
      module !== salesModule &&
      module !== containersModule &&
      module !== soldContainersModule,
  ),
].map((modules: readonly ServerModule[]) => modules.flatMap(nightOf));
