import type { ListName } from '@boxyard/shared/contract';
import {
  addDays,
  goodsImportMachine,
  type Machine,
  purchaseOrderMachine,
  purchaseRequestMachine,
} from '@boxyard/shared/domain';
import { movingContainerTransferStatuses } from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import {
  LIFECYCLE_STATUSES,
  type LifecycleStatus,
  type SaleStatus,
  type ServiceStatus,
} from '@boxyard/shared/domain/containers/statuses.ts';
import {
  countedStatuses,
  type invoiceMachine,
} from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import type { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { requisitionMachine } from '@boxyard/shared/domain/warehouse/requisitionMachine.ts';
import { movingTransferStatuses } from '@boxyard/shared/domain/warehouse/transferMachine.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ReportName } from '../reports/index.ts';

/** Counts records as they stood a week ago, by the statuses they had and the other filters of their list. */
interface Past {
  /** Statuses of documents, by their history. */
  readonly statuses?: readonly string[];
  /** Statuses of containers on each axis, by their own log. */
  readonly axes?: Readonly<Partial<Record<'lifecycle' | 'sale' | 'service', readonly string[]>>>;
  readonly where?: (
    day: string,
    at: (column: string) => RawBuilder<unknown>,
  ) => RawBuilder<boolean>;
}

interface Common {
  readonly key: string;
  /** Page that it leads to; it is told only to those who may view that. */
  readonly page: string;
  readonly unit: 'count' | 'money' | 'percent';
  /** States whether a rise is better, worse or neither. */
  readonly more: 'better' | 'worse' | 'neutral';
  /** An action that waits is a figure for the people who may do it. */
  readonly waitsFor?: readonly [machine: Machine, action: string];
  /** Guards it in the place of `dashboard:view-finance`, which guards money. */
  readonly needs?: string;
}

/** A figure of a list: how many rows, or a sum of its summary. */
interface OfList extends Common {
  readonly list: ListName;
  /** The query of the list, as an address has it. */
  readonly query: (day: string) => Readonly<Record<string, string>>;
  /** Name in the summary; absent: the rows are counted. */
  readonly sum?: string;
  /** The page shows the list on this tab. */
  readonly tab?: string;
  /** Compared with the same list of the days before; a day with the one before it. */
  readonly isOfDays?: true;
  readonly past?: Past;
}

/** A measure of a report, of this month so far or of the days that are named. */
interface OfReport extends Common {
  readonly report: ReportName;
  readonly measure: string;
  readonly from?: (day: string) => string;
}

/** One figure as a share of another, in per cent. */
interface Share extends Common {
  readonly part: string;
  readonly whole: string;
}

export type FigureKind = OfList | OfReport | Share;

const among = (statuses: readonly string[]) => statuses.join(',');
const month = (day: string) => ({ startDate: `${day.slice(0, 7)}-01`, endDate: day });
const GONE: readonly LifecycleStatus[] = ['disassembled', 'retired', 'lost'];
const KEPT = LIFECYCLE_STATUSES.filter((status) => !GONE.includes(status));
const INSTALLED: readonly LifecycleStatus[] = ['installed'];
const IN_WAREHOUSE: readonly LifecycleStatus[] = ['inWarehouse'];
const AVAILABLE: readonly SaleStatus[] = ['available'];
const IN_REPAIR: readonly ServiceStatus[] = ['underMaintenance', 'underRepair'];
const OVERDUE = ['overdue'] as const satisfies (keyof typeof invoiceMachine.states)[];
const ACTIVE = ['active'] as const satisfies (keyof typeof warrantyMachine.states)[];
const TO_ISSUE = [
  ...requisitionMachine.actions['confirm-items'].from,
  ...requisitionMachine.actions['confirm-dispatch'].from,
].filter((status, index, all) => all.indexOf(status) === index);
const TO_COUNT = goodsImportMachine.actions.update.from;

/** Days on the road after which somebody asks (domain-containers 5). */
const LONG_DAYS = 3;
const WARRANTY_DAYS = 30;
const YEAR = 365;

/** Documents in the states in which an action of theirs is due, for those who may do it. */
const waiting = (
  key: string,
  list: ListName,
  {
    machine,
    action,
    tab,
  }: { readonly machine: Machine; readonly action: string; readonly tab?: string },
): OfList => {
  const statuses = machine.actions[action]?.from ?? [];
  return {
    key,
    page: machine.page,
    unit: 'count',
    more: 'neutral',
    waitsFor: [machine, action],
    list,
    query: () => ({ status: among(statuses) }),
    past: { statuses },
    ...(tab === undefined ? {} : { tab }),
  };
};

/**
 * Figures of the dashboard in the order of what a business asks first (domain-containers 5). Each is read by
 * the very list or report that it leads to, with the query of that address.
 */
export const FIGURES: readonly FigureKind[] = [
  {
    key: 'contractValue',
    page: 'purchase-contract-report',
    unit: 'money',
    more: 'better',
    report: 'reports.purchaseContract',
    measure: 'value',
  },
  {
    key: 'billed',
    page: 'payment-data',
    unit: 'money',
    more: 'better',
    list: 'invoices.list',
    query: (day) => ({ ...month(day), status: among(countedStatuses) }),
    sum: 'total',
    isOfDays: true,
  },
  {
    key: 'collected',
    page: 'payment-report',
    unit: 'money',
    more: 'better',
    report: 'reports.payment',
    measure: 'verified',
  },
  {
    key: 'overdueAmount',
    page: 'payment-data',
    unit: 'money',
    more: 'worse',
    list: 'invoices.list',
    query: () => ({ status: among(OVERDUE) }),
    sum: 'balance',
  },
  {
    key: 'overdueCount',
    page: 'payment-data',
    unit: 'count',
    more: 'worse',
    list: 'invoices.list',
    query: () => ({ status: among(OVERDUE) }),
    past: { statuses: OVERDUE },
  },
  {
    key: 'revenueToday',
    page: 'product-transactions',
    unit: 'money',
    // A day that has just begun is no worse for it.
    more: 'neutral',
    needs: 'products:view-revenue',
    list: 'productTransactions.list',
    query: (day) => ({ startDate: day, endDate: day }),
    sum: 'amount',
    isOfDays: true,
  },
  {
    key: 'attained',
    page: 'sales-agent-report',
    unit: 'percent',
    more: 'better',
    report: 'reports.salesAgent',
    measure: 'attainmentPct',
  },
  waiting('contractsPending', 'contracts.list', {
    machine: contractMachine as Machine,
    action: 'approve',
  }),
  waiting('paymentsPending', 'payments.list', {
    machine: paymentMachine as Machine,
    action: 'verify',
    tab: 'payments',
  }),
  {
    key: 'warrantiesExpiring',
    page: 'warranty',
    unit: 'count',
    more: 'neutral',
    list: 'warranties.list',
    query: () => ({ expiringWithinDays: String(WARRANTY_DAYS) }),
    tab: 'warranties',
    past: {
      statuses: ACTIVE,
      where: (day, at) =>
        sql<boolean>`${at('end_date')} between ${day} and ${addDays(day, WARRANTY_DAYS)}`,
    },
  },
  {
    key: 'utilisation',
    page: 'container-warehouse',
    unit: 'percent',
    more: 'better',
    part: 'installed',
    whole: 'containers',
  },
  {
    key: 'available',
    page: 'container-warehouse',
    unit: 'count',
    more: 'neutral',
    list: 'products.list',
    query: () => ({ status: among(IN_WAREHOUSE), saleStatus: among(AVAILABLE) }),
    past: { axes: { lifecycle: IN_WAREHOUSE, sale: AVAILABLE } },
  },
  waiting('requestsPending', 'purchaseRequests.list', {
    machine: purchaseRequestMachine as Machine,
    action: 'approve',
  }),
  waiting('ordersPending', 'purchaseOrders.list', {
    machine: purchaseOrderMachine as Machine,
    action: 'approve',
  }),
  {
    key: 'goodsToCount',
    page: 'import-warehouse',
    unit: 'count',
    more: 'worse',
    list: 'goodsImports.list',
    query: () => ({ status: among(TO_COUNT) }),
    past: { statuses: TO_COUNT },
  },
  {
    key: 'partsToIssue',
    page: 'parts-requisition',
    unit: 'count',
    more: 'worse',
    list: 'requisitions.list',
    query: () => ({ status: among(TO_ISSUE) }),
    past: { statuses: TO_ISSUE },
  },
  {
    key: 'partsOut',
    page: 'parts-warehouse',
    unit: 'count',
    more: 'worse',
    list: 'parts.list',
    query: () => ({ stock: 'out' }),
  },
  {
    key: 'partsLow',
    page: 'parts-warehouse',
    unit: 'count',
    more: 'worse',
    list: 'parts.list',
    query: () => ({ stock: 'low' }),
  },
  {
    key: 'partsUnderWay',
    page: 'parts-transfer',
    unit: 'count',
    more: 'neutral',
    list: 'transfers.list',
    query: () => ({ status: among(movingTransferStatuses) }),
    past: { statuses: movingTransferStatuses },
  },
  {
    key: 'longUnderWay',
    page: 'container-transfer',
    unit: 'count',
    more: 'worse',
    list: 'containerTransfers.list',
    query: (day) => ({
      status: among(movingContainerTransferStatuses),
      endDate: addDays(day, -1 - LONG_DAYS),
    }),
    past: {
      statuses: movingContainerTransferStatuses,
      where: (day, at) => sql<boolean>`${at('document_date')} < ${addDays(day, -LONG_DAYS)}`,
    },
  },
  {
    key: 'softwareOutdated',
    page: 'container-warehouse',
    unit: 'count',
    more: 'worse',
    list: 'products.list',
    query: () => ({ softwareOutdated: 'true' }),
  },
  {
    key: 'inRepair',
    page: 'container-warehouse',
    unit: 'count',
    more: 'worse',
    list: 'products.list',
    query: () => ({ serviceStatus: among(IN_REPAIR) }),
    past: { axes: { service: IN_REPAIR } },
  },
  {
    key: 'installed',
    page: 'container-warehouse',
    unit: 'count',
    more: 'better',
    list: 'products.list',
    query: () => ({ status: among(INSTALLED) }),
    past: { axes: { lifecycle: INSTALLED } },
  },
  {
    key: 'containers',
    page: 'container-warehouse',
    unit: 'count',
    more: 'neutral',
    list: 'products.list',
    query: () => ({ status: among(KEPT) }),
    past: { axes: { lifecycle: KEPT } },
  },
  {
    key: 'orderedThisMonth',
    page: 'purchase-report',
    unit: 'money',
    more: 'neutral',
    report: 'reports.purchase',
    measure: 'grand',
  },
  {
    key: 'receivedThisMonth',
    page: 'purchase-receipt-report',
    unit: 'money',
    more: 'neutral',
    report: 'reports.purchaseReceipt',
    measure: 'base',
  },
  {
    key: 'ordersOpen',
    page: 'purchase-report',
    unit: 'money',
    more: 'neutral',
    report: 'reports.purchase',
    measure: 'open',
    from: (day) => addDays(day, -YEAR),
  },
];
