import type { ServerModule } from '../../workflow/index.ts';
import { attachmentHandlers } from './attachments.ts';
import { commentHandlers } from './comments.ts';
import { formDraftHandlers } from './formDrafts.ts';
import { mailOutboxHandlers } from './mailOutbox.ts';
import { notificationChoiceHandlers } from './notificationChoices.ts';
import { notificationHandlers } from './notifications.ts';
import { savedViewHandlers } from './savedViews.ts';
import { searchHandlers } from './search.ts';
import { telemetryHandlers } from './telemetry/index.ts';

/** What the shell asks for: files, comments, unfinished forms, mail outbox, notifications, saved views, search, telemetry. */
export const shellModule = {
  handlers: {
    ...attachmentHandlers,
    ...commentHandlers,
    ...formDraftHandlers,
    ...mailOutboxHandlers,
    ...notificationChoiceHandlers,
    ...notificationHandlers,
    ...savedViewHandlers,
    ...searchHandlers,
    ...telemetryHandlers,
  },
  constraints: { saved_views_name_uq: 'name' },
} satisfies ServerModule;
