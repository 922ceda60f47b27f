import { addTexts } from '@boxyard/shared/runtime';
import kitEn from './i18n/kit.en.json';
import kitTh from './i18n/kit.th.json';

// Statuses and actions of the families that only this remote shows.
addTexts('kit', { en: kitEn, th: kitTh });
