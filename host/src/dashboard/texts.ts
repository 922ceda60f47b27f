import { addTexts, type Translate, useT } from '@boxyard/shared/runtime';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };

const DASHBOARD_TEXTS = 'dashboard';

export const addDashboardTexts = (): void => addTexts(DASHBOARD_TEXTS, { en, th });

export const useDashboardText = (): Translate => useT(DASHBOARD_TEXTS);
