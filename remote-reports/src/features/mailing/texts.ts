import { registerContract } from '@boxyard/shared/client';
import { reportSchedulesArea } from '@boxyard/shared/contract/areas/reportSchedules.ts';
import { sharedViewsArea } from '@boxyard/shared/contract/areas/sharedViews.ts';
import { addTexts, type Translate, useT } from '@boxyard/shared/runtime';
import en from './i18n/en.json';
import th from './i18n/th.json';

addTexts('mailing', { en, th });
registerContract({ ...reportSchedulesArea, ...sharedViewsArea });

export const useMailingText = (): Translate => useT('mailing');

/** A full hour as it is written: `08:00`. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
