import type { HandlersOf } from '../../../kernel/index.ts';
import { trackPart } from './tracking.ts';

/** Where a part's stock came from and went (domain-warehouse 4.1). */
export const trackingHandlers: HandlersOf<'parts.tracking'> = { 'parts.tracking': trackPart };
