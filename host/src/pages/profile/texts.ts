import { addTexts, type Translate, useT } from '@boxyard/shared/runtime';
import { addFormTexts } from '../parts/texts.ts';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };

const PROFILE_TEXTS = 'profile';

export function addProfileTexts(): void {
  addFormTexts();
  addTexts(PROFILE_TEXTS, { en, th });
}

export const useProfileText = (): Translate => useT(PROFILE_TEXTS);
