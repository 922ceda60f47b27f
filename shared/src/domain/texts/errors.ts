import en from './errors.en.json' with { type: 'json' };
import th from './errors.th.json' with { type: 'json' };

type Table = Readonly<Record<string, string>>;

/**
 * The one table of error texts (domain-conventions "Errors"). The browser has those that it says
 * by itself: rules of forms, guards of machines. The server adds the rest (serverErrors.ts) and sends
 * its sentences with its answers.
 */
const TEXTS: Record<'en' | 'th', Table> = { en, th };

/** Adds the texts of codes that only one side knows. */
export function addErrorTexts(texts: Readonly<Record<'en' | 'th', Table>>): void {
  for (const locale of ['en', 'th'] as const)
    TEXTS[locale] = { ...TEXTS[locale], ...texts[locale] };
}

/** Amounts and numbers as pages write them, `1,090` and `966,106.00`; codes and words as they are. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  const text = String(value);
  const isFigure = typeof value === 'number' || /^-?\d+\.\d{2}(\d{2})?$/.test(text);
  return isFigure ? text.replace(/^-?\d+/, (digits) => digits.replace(GROUPS, ',')) : text;
}

const GROUPS = /\B(?=(\d{3})+(?!\d))/g;

/** Whether a code has a text. */
export const hasErrorText = (code: string): boolean => Object.hasOwn(TEXTS.en, code);

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
