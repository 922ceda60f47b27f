import { addTexts } from '../runtime/i18n.ts';
import en from './i18n/en.json?first';
import th from './i18n/th.json?first';

// What a list says until its rows stand comes with the part of the kit that is loaded first.
addTexts('kit', { en, th });
