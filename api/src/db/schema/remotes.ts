import type { GeneratedAlways } from 'kysely';
import type { Timestamp } from './columns.ts';

/** Tables of 0020_remote_telemetry.sql. */
export interface RemoteTables {
  remoteReleases: {
    id: GeneratedAlways<number>;
    remote: string;
    release: string;
    since: Timestamp;
  };
  remoteLoads: {
    id: GeneratedAlways<number>;
    at: Timestamp;
    remote: string;
    release: string;
    outcome: string;
    manifestMs: number | null;
    entryMs: number | null;
    pageMs: number | null;
  };
  remoteErrors: {
    id: GeneratedAlways<number>;
    at: Timestamp;
    remote: string;
    release: string;
    kind: string;
    message: string;
  };
  remoteTabs: { tab: string; remote: string; release: string; seenAt: Timestamp };
  cspViolations: {
    hour: Timestamp;
    remote: string;
    directive: string;
    blocked: string;
    source: string;
    count: number;
    lastAt: Timestamp;
  };
}
