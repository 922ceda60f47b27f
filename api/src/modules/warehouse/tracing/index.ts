import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { printLabels } from './labels.ts';
import { scan } from './scan.ts';
import { serialLife } from './serial.ts';

/** From a label to the thing and back (domain-warehouse 1.4, 3.5, 4.1). */
export const tracingHandlers: HandlersOf<Family<'labels'> | 'parts.scan' | 'parts.serial'> = {
  'labels.print': printLabels,
  'parts.scan': scan,
  'parts.serial': serialLife,
};
