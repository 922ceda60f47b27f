import { addTexts } from '../runtime/i18n.ts';
import en from './i18n/en.json';
import th from './i18n/th.json';

// The kit's texts come with the part of it that is loaded first.
addTexts('kit', { en, th });
