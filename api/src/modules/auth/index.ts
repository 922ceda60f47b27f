import type { ServerModule } from '../../workflow/index.ts';
import { authHandlers } from './handlers.ts';

/** Signing in and out, passwords, sessions. */
export const authModule = { handlers: authHandlers } satisfies ServerModule;
export { notifySuspension } from './accountNotices.ts';
export { approvedMail, invitationMail, resetMail } from './mails.ts';
export { createPasswordToken, passwordLink } from './tokens.ts';
