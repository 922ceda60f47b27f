import type { Locale } from 'antd/es/locale';
import { create } from 'zustand';

/**
 * antd's own words in Thai; English is its own default. Nothing of antd says a word until a list's rows
 * stand, so they come with what stands around them (ui/remainingTexts.ts).
 */
export const antdWords = create<{ readonly th?: Locale }>(() => ({}));
