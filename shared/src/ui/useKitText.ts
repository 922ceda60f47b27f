import { type Translate, useT } from '../runtime/i18n.ts';

/** Texts of ui and kit: one namespace for both layers. */
export const useKitText = (): Translate => useT('kit');
