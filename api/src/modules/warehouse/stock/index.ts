import type { HandlersOf } from '../../../kernel/index.ts';
import { partPlaces } from './places.ts';
import { trackPart } from './tracking.ts';

/** Where a part's stock came from, went and lies (domain-warehouse 4.1). */
export const trackingHandlers: HandlersOf<'parts.tracking' | 'parts.places'> = {
  'parts.tracking': trackPart,
  'parts.places': partPlaces,
};
