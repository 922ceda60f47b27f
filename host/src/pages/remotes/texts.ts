import { addTexts, type Translate, useT } from '@boxyard/shared/runtime';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };

const REMOTES_TEXTS = 'remotes';

export const addRemotesTexts = (): void => addTexts(REMOTES_TEXTS, { en, th });

export const useRemotesText = (): Translate => useT(REMOTES_TEXTS);
