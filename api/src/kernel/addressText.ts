/** The text of a stored address; addresses keep their text in both languages as it was saved. */
export function addressText(address: unknown, locale: 'en' | 'th'): string {
  if (typeof address === 'string') return address;
  if (typeof address !== 'object' || address === null) return '';
  const record = address as Readonly<Record<string, unknown>>;
  const text = record.text;
  if (typeof text === 'string') return text;
  if (typeof text === 'object' && text !== null) {
    const localised = (text as Readonly<Record<string, unknown>>)[locale];
    if (typeof localised === 'string') return localised;
  }
  for (const key of locale === 'th'
    ? ['textTh', 'textEn', 'line1']
    : ['textEn', 'textTh', 'line1']) {
    if (typeof record[key] === 'string') return record[key];
  }
  return Object.values(record)
    .filter((part): part is string => typeof part === 'string' && !/^[0-9a-f-]{36}$/.test(part))
    .join(' ');
}
