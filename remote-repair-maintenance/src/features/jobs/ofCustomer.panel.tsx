import type { PieceRecord } from '@boxyard/shared/runtime';
import { LatestJobs } from './JobPieces.tsx';

/** The latest jobs of a customer's containers. */
export const Panel = ({ record }: { readonly record: PieceRecord }) => (
  <LatestJobs of="customerId" id={record.id} />
);
