import { addTexts, type Translate, useT } from '../../runtime/i18n.ts';
import en from './i18n/en.json';
import th from './i18n/th.json';

const UNFINISHED_TEXTS = 'unfinished';

addTexts(UNFINISHED_TEXTS, { en, th });

export const useUnfinishedText = (): Translate => useT(UNFINISHED_TEXTS);
