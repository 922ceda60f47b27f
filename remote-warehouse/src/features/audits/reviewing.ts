import type { AuditVarianceLine } from '@boxyard/shared/contract';
import type { AuditDecision, AuditReason } from '@boxyard/shared/domain';
import { isSettled } from '@boxyard/shared/domain/warehouse/auditLines.ts';

/** What is decided here of a line and not saved yet. */
export interface Choice {
  readonly decision: AuditDecision | null;
  readonly reasonCode: AuditReason | null;
  readonly reasonText: string | null;
  readonly unitCost: string | null;
}
export type Choices = ReadonlyMap<string, Choice>;

export const choiceOf = (line: AuditVarianceLine, choices: Choices): Choice =>
  choices.get(line.id) ?? {
    decision: line.decision,
    reasonCode: line.reasonCode,
    reasonText: line.reasonText,
    unitCost: line.unitCost,
  };

/** Lines about which something is to be decided. */
export const differing = (lines: readonly AuditVarianceLine[]): AuditVarianceLine[] =>
  lines.filter(({ variance }) => variance !== null && variance !== 0);

export const isDecidedLine = (line: AuditVarianceLine, choices: Choices): boolean =>
  isSettled({ variance: line.variance, ...choiceOf(line, choices) });

/** What a difference most likely is: the reviewer confirms it or chooses another. */
export function likelyReason(line: AuditVarianceLine): AuditReason {
  if (line.posting === 'move') return 'misplaced';
  return (line.variance ?? 0) > 0 ? 'found' : 'lost';
}

/** Accepting without a reason proposes the likely one. */
export function decided(line: AuditVarianceLine, choice: Choice, decision: AuditDecision): Choice {
  const reasonCode =
    decision === 'accept' ? (choice.reasonCode ?? likelyReason(line)) : choice.reasonCode;
  return { ...choice, decision, reasonCode };
}

/** The items of the call: what was changed here. */
export const itemsOf = (choices: Choices) =>
  [...choices].map(([id, choice]) => ({
    id,
    decision: choice.decision,
    reasonCode: choice.reasonCode,
    reasonText: choice.reasonText,
    unitCost: choice.unitCost,
  }));
