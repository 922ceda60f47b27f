import en from './errors.en.json' with { type: 'json' };
import th from './errors.th.json' with { type: 'json' };

/** The one table of error texts, read by server and browser (handbook "Errors a person sees"). */
export type ErrorCode = keyof typeof en;

const TEXTS: Readonly<Record<'en' | 'th', Readonly<Record<string, string>>>> = { en, th };

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(', ') : String(value);

/** Whether a code has a text. */
export const hasErrorText = (code: string): boolean => Object.hasOwn(en, code);

/**
 * The text of a code with its `{params}` filled in. A GUARD says which condition failed when the
 * table knows it; an unknown code shows the general text instead of itself.
 */
export function errorText(
  locale: 'en' | 'th',
  code: string,
  params: Readonly<Record<string, unknown>> = {},
): string {
  const guard = code === 'GUARD' ? `GUARD_${shown(params.guard)}` : code;
  const table = TEXTS[locale];
  const text = table[guard] ?? table[code] ?? table.VALIDATION ?? code;
  return text.replace(/\{(\w+)\}/g, (_match, name: string) =>
    Object.hasOwn(params, name) ? shown(params[name]) : '–',
  );
}
