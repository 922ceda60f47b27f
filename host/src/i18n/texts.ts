import { addTexts, type Translate, useT } from '@boxyard/shared/runtime';
import en from './en.json' with { type: 'json' };
import th from './th.json' with { type: 'json' };

/** Namespace of the shell's texts. */
export const SHELL_TEXTS = 'shell';

export const addShellTexts = (): void => addTexts(SHELL_TEXTS, { en, th });

export const useShellText = (): Translate => useT(SHELL_TEXTS);
