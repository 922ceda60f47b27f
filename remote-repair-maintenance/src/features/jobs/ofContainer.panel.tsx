import type { PieceRecord } from '@boxyard/shared/runtime';
import { LatestJobs } from './JobPieces.tsx';

/** The latest jobs of a container. */
export const Panel = ({ record }: { readonly record: PieceRecord }) => (
  <LatestJobs of="productId" id={record.id} />
);
