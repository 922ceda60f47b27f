import type { ReactNode } from 'react';
import { machineOf } from '../../domain/machines.ts';
import { StatusTag } from '../../ui/status/StatusTag.tsx';

/** The state of a document of any kind: every machine, which only related documents need. */
export function RelatedStatus({ type, status }: { type: string; status: string }): ReactNode {
  const machine = machineOf(type);
  return machine ? <StatusTag machine={machine} status={status} /> : null;
}
