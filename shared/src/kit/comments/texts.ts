import { addTexts, type Translate, useT } from '../../runtime/i18n.ts';
import en from './i18n/en.json';
import th from './i18n/th.json';

const COMMENT_TEXTS = 'comments';

addTexts(COMMENT_TEXTS, { en, th });

export const useCommentText = (): Translate => useT(COMMENT_TEXTS);
