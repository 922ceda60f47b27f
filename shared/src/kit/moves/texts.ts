import { addTexts, type Translate, useT } from '../../runtime/i18n.ts';
import en from './i18n/en.json';
import th from './i18n/th.json';

const MOVE_TEXTS = 'moves';

addTexts(MOVE_TEXTS, { en, th });

export const useMoveText = (): Translate => useT(MOVE_TEXTS);
