import i18next, { type InitOptions } from 'i18next';

/** Texts that were asked for and are in no bundle, as `<namespace>: <key>`. */
const missing = new Set<string>();
let isListening = false;

/**
 * From now on a test fails where something is drawn whose text is in no bundle: the browser would show
 * the key, `common.new` say. A call that brings a default text of its own asks for nothing.
 */
export function failOnMissingTexts(): void {
  if (isListening) return;
  isListening = true;
  const options = i18next.options as InitOptions;
  options.saveMissing = true;
  options.missingKeyHandler = (...[, namespace, key, , , asked]) => {
    if ((asked as { defaultValue?: unknown }).defaultValue === undefined)
      missing.add(`${namespace}: ${key}`);
  };
}

/** The missing texts since the last call. */
function takeMissingTexts(): readonly string[] {
  const taken = [...missing];
  missing.clear();
  return taken;
}

afterEach(() => {
  const keys = takeMissingTexts();
  if (keys.length > 0)
    throw new Error(
      `No bundle of texts has:\n  ${keys.join('\n  ')}\nAdd them to en.json and th.json.`,
    );
});
