import { useCallback } from 'react';
import { errorText } from '../../domain/texts/errors.ts';
import { useLocale } from '../../runtime/i18n.ts';
import type { ShownError } from './useFormModel.ts';

/** The sentence of an error: the server's own, else the same table's text by its code. */
export function useErrorText(): (error: ShownError) => string {
  const locale = useLocale();
  return useCallback(
    ({ message, code, params }) => message ?? errorText(locale, code, params),
    [locale],
  );
}
