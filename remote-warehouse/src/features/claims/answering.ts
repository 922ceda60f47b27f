import type { ClaimItem } from '@boxyard/shared/contract';
import { type ClaimResolution, isGiven, isPaid } from '@boxyard/shared/domain';

/** A line while somebody writes down what the supplier gives for it. */
export interface AnswerLine {
  readonly id: string;
  readonly source: ClaimItem;
  readonly resolution: ClaimResolution;
  readonly replacementSerialNo: string;
  readonly refundAmount: string | null;
  readonly newWarrantyMonths: number | null;
}

/** Suppliers mostly send another piece. */
export const answerLinesOf = (items: readonly ClaimItem[]): AnswerLine[] =>
  items.map((source) => ({
    id: source.id,
    source,
    resolution: 'replace',
    replacementSerialNo: '',
    refundAmount: null,
    newWarrantyMonths: null,
  }));

/** A piece is exchanged for another one with a number of its own. */
export const namesSerial = ({ source, resolution }: AnswerLine): boolean =>
  source.serialNo !== null && resolution === 'replace';

/** What of a line is sent: only what belongs to the answer that was chosen. */
export const answerBody = (line: AnswerLine) => ({
  id: line.id,
  resolution: line.resolution,
  replacementSerialNo: namesSerial(line) ? line.replacementSerialNo || null : null,
  refundAmount: isPaid(line.resolution) ? line.refundAmount : null,
  newWarrantyMonths: isGiven(line.resolution) ? line.newWarrantyMonths : null,
});

export const paysAny = (lines: unknown): boolean =>
  ((lines ?? []) as readonly AnswerLine[]).some(({ resolution }) => isPaid(resolution));
