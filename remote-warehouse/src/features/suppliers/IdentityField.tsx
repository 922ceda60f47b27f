import { isTaxId, normaliseDigits } from '@boxyard/shared/domain';
import { type CustomFieldProps, MatchNotice, useMatches } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Input } from '@boxyard/shared/ui';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Question = NonNullable<Parameters<typeof useMatches<'suppliers.exist'>>[1]>;

/** What to ask about a tax id (of the same branch) or a name; null while there is nothing to ask. */
export function questionOf(
  field: 'taxId' | 'name',
  values: Readonly<Record<string, unknown>>,
): Question | null {
  const id = textOf(values.id);
  const others = id === '' ? {} : { excludeId: id };
  if (field === 'name') {
    const name = textOf(values.name).trim();
    return name.length < 3 ? null : { name, ...others };
  }
  const taxId = normaliseDigits(textOf(values.taxId));
  if (!isTaxId(taxId)) return null;
  const branchCode = textOf(values.branchCode);
  return { taxId, ...(/^\d{5}$/.test(branchCode) ? { branchCode } : {}), ...others };
}

/** Tax id or name, with a word about suppliers that are already known (domain-warehouse 1.7). */
export function IdentityField({
  field,
  ...props
}: CustomFieldProps & { readonly field: 'taxId' | 'name' }) {
  const { value, onChange, id, disabled, values, onBlur } = props;
  const t = useT('remote-warehouse');
  const matches = useMatches('suppliers.exist', questionOf(field, values));
  return (
    <>
      <Input
        id={id}
        value={textOf(value)}
        disabled={disabled}
        autoComplete="off"
        autoFocus={field === 'name' && values.id === undefined}
        {...(field === 'taxId' ? { inputMode: 'numeric' as const, maxLength: 17 } : {})}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
      <MatchNotice
        text={t(`suppliers.exists.${field}`)}
        matches={matches.filter((match) => match.field === field)}
      />
    </>
  );
}
