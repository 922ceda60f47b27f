import { targetsOf } from '@boxyard/shared/domain/machine/machine.ts';
import { occurrenceMachine } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import type { OccurrenceStatus } from '@boxyard/shared/domain/service/schedules.ts';
import { type Ctx, updated } from '../../../kernel/index.ts';
import type { OccurrenceRow } from './type.ts';

export interface OccurrenceStep {
  readonly action: keyof typeof occurrenceMachine.actions;
  readonly to: OccurrenceStatus;
  readonly set?: Partial<
    Pick<OccurrenceRow, 'day' | 'missedOn' | 'doneOn' | 'skipCause' | 'reason' | 'reading'>
  >;
}

/**
 * Carries out an action of an occurrence's machine. Its schedule is locked by the caller.
 * @throws where the machine has no such step, which is a fault of the caller.
 */
export async function stepOccurrence(
  ctx: Ctx,
  occurrence: { readonly id: string; readonly status: OccurrenceStatus },
  { action, to, set = {} }: OccurrenceStep,
): Promise<void> {
  const { id, status } = occurrence;
  if (!targetsOf(occurrenceMachine.actions[action], status).includes(to)) {
    throw new Error(`an occurrence that is ${status} does not become ${to} by ${action}`);
  }
  await ctx.db
    .updateTable('pmOccurrences')
    .set((eb) => ({ ...set, status: to, ...updated(ctx), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
