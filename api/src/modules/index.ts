import type { Ctx, Handlers } from '../kernel/index.ts';
import { activityLogsHandlers } from './admin/activity/activityLogs.ts';
import { headerConstraints, headerHandlers } from './admin/headers/headers.ts';
import { menuConstraints, menuHandlers } from './admin/menus/menus.ts';
import { accessRightsConstraints, accessRightsHandlers } from './admin/roles/index.ts';
import { teamConstraints, teamHandlers, teamsNightly } from './admin/teams/index.ts';
import { territoryConstraints, territoryHandlers } from './admin/territories/index.ts';
import { usersHandlers } from './admin/users/users.ts';
import { authHandlers } from './auth/handlers.ts';
import { dashboardHandlers } from './dashboard/index.ts';
import { importHandlers } from './imports/index.ts';
import { mastersConstraints, mastersHandlers, mastersNightly } from './masterData/index.ts';
import {
  biddingConstraints,
  biddingHandlers,
  biddingNightly,
} from './purchasing/biddings/index.ts';
import {
  purchasingConstraints,
  purchasingHandlers,
  purchasingNightly,
} from './purchasing/index.ts';
import { reportHandlers } from './reports/index.ts';
import { attachmentHandlers } from './shell/attachments.ts';
import { mailOutboxHandlers } from './shell/mailOutbox.ts';
import { notificationHandlers } from './shell/notifications.ts';
import { savedViewHandlers } from './shell/savedViews.ts';
import { telemetryHandlers } from './shell/telemetry/index.ts';
import { auditHandlers } from './warehouse/audits/index.ts';
import { claimHandlers, claimsNightly } from './warehouse/claims/index.ts';
import { destructionHandlers } from './warehouse/destructions/index.ts';
import { goodsImportConstraints, goodsImportHandlers } from './warehouse/goodsImport/index.ts';
import { partRecordHandlers } from './warehouse/parts/records.ts';
import { repairHandlers } from './warehouse/repairs/index.ts';
import { requisitionHandlers, requisitionsNightly } from './warehouse/requisitions/index.ts';
import { stockHandlers } from './warehouse/stock/index.ts';
import { supplierPurchaseHandlers } from './warehouse/suppliers/purchases.ts';
import { tracingHandlers } from './warehouse/tracing/index.ts';
import { transferHandlers, transfersNightly } from './warehouse/transfers/index.ts';
import { transformationHandlers } from './warehouse/transformations/index.ts';

/**
 * Every handler, one spread per module. Each module adds its line here:
 * `...supplierHandlers,` and, for unique constraints that a person can meet, `...supplierConstraints,`.
 */
export const handlers: Handlers = {
  ...accessRightsHandlers,
  ...activityLogsHandlers,
  ...auditHandlers,
  ...authHandlers,
  ...headerHandlers,
  ...menuHandlers,
  ...attachmentHandlers,
  ...biddingHandlers,
  ...mailOutboxHandlers,
  ...notificationHandlers,
  ...savedViewHandlers,
  ...telemetryHandlers,
  ...goodsImportHandlers,
  ...importHandlers,
  ...mastersHandlers,
  ...purchasingHandlers,
  ...reportHandlers,
  ...requisitionHandlers,
  ...claimHandlers,
  ...partRecordHandlers,
  ...destructionHandlers,
  ...repairHandlers,
  ...dashboardHandlers,
  ...supplierPurchaseHandlers,
  ...teamHandlers,
  ...territoryHandlers,
  ...stockHandlers,
  ...tracingHandlers,
  ...transferHandlers,
  ...transformationHandlers,
  ...usersHandlers,
};

/** Unique constraint → field of the body that a 409 DUPLICATE names. */
export const constraintFields: Readonly<Record<string, string>> = {
  ...accessRightsConstraints,
  ...biddingConstraints,
  ...goodsImportConstraints,
  ...mastersConstraints,
  ...headerConstraints,
  ...menuConstraints,
  ...purchasingConstraints,
  ...teamConstraints,
  ...territoryConstraints,
  users_email_uq: 'email',
  users_username_uq: 'email',
  saved_views_name_uq: 'name',
};

/** Work of each night at 00:05 Bangkok, each in a transaction of its own, as the system. */
export const nightly: readonly ((ctx: Ctx) => Promise<void>)[] = [
  ...purchasingNightly,
  ...biddingNightly,
  ...mastersNightly,
  ...teamsNightly,
  ...requisitionsNightly,
  ...transfersNightly,
  ...claimsNightly,
];
