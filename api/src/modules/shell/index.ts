import type { ServerModule } from '../../workflow/index.ts';
import { attachmentHandlers } from './attachments.ts';
import { commentHandlers } from './comments.ts';
import { formDraftHandlers } from './formDrafts.ts';
import { mailOutboxHandlers } from './mailOutbox.ts';
import { notificationChoiceHandlers } from './notificationChoices.ts';
import { notificationHandlers } from './notifications.ts';
import { savedViewHandlers } from './savedViews.ts';
import { searchHandlers } from './search.ts';
import { sharedViewHandlers } from './sharedViews.ts';
import { telemetryHandlers } from './telemetry/index.ts';
import { waitingHandlers } from './waiting.ts';

/** Calls of the shell: files, comments, unfinished forms, mail outbox, notifications, saved and shared views, search, telemetry, for whom documents wait. */
export const shellModule = {
  handlers: {
    ...attachmentHandlers,
    ...commentHandlers,
    ...formDraftHandlers,
    ...mailOutboxHandlers,
    ...notificationChoiceHandlers,
    ...notificationHandlers,
    ...savedViewHandlers,
    ...sharedViewHandlers,
    ...searchHandlers,
    ...telemetryHandlers,
    ...waitingHandlers,
  },
  constraints: { saved_views_name_uq: 'name' },
} satisfies ServerModule;
