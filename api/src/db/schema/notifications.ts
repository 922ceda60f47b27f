import type { NotificationKind } from '@boxyard/shared/domain';
import type { Timestamp, WithDefault } from './columns.ts';

/** Tables of 0080_notification_preferences.sql to 0083_comments.sql, and of 0410_dashboard.sql. */
export interface NotificationTables {
  notificationPreferences: {
    userId: string;
    kind: NotificationKind | 'digest';
    inApp: boolean;
    byMail: boolean;
  };
  notificationMutes: {
    userId: string;
    entityType: string;
    entityId: string;
    mutedAt: Timestamp;
  };
  /** A document that waited too long for a decision, at each level that was told of it. */
  escalations: {
    subjectType: string;
    subjectId: string;
    waitingSince: Timestamp;
    level: number;
    at: Timestamp;
  };
  /** Browsers from which somebody has signed in. */
  signInDevices: {
    userId: string;
    device: string;
    firstAt: Timestamp;
    lastAt: Timestamp;
  };
  comments: {
    id: WithDefault<string>;
    version: WithDefault<number>;
    subjectType: string;
    subjectId: string;
    /** null: it was deleted. */
    text: string | null;
    createdAt: Timestamp;
    createdBy: string;
    editedAt: Timestamp | null;
    deletedAt: Timestamp | null;
  };
  /** Dashboard layouts of people. */
  dashboardLayouts: {
    userId: string;
    pieces: string[];
    hidden: string[];
    updatedAt: Timestamp;
  };
  commentMentions: { commentId: string; userId: string };
}
