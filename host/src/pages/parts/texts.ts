import { addTexts, type Translate, useT } from '@boxyard/shared/runtime/i18n.ts';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };

/** Texts of the forms that the sign-in entry and the profile page share. */
const FORM_TEXTS = 'form';

export const addFormTexts = (): void => addTexts(FORM_TEXTS, { en, th });

export const useFormText = (): Translate => useT(FORM_TEXTS);
