import { type CustomFieldProps, MatchNotice, useMatches } from '@boxyard/shared/kit';
import { mayOpen, pathOf, useT } from '@boxyard/shared/runtime';
import { Input } from '@boxyard/shared/ui';

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

type Question = NonNullable<Parameters<typeof useMatches<'parts.exist'>>[1]>;

/** What to ask the server about a part's number or its name, brand and model; null: nothing yet. */
export function questionOf(
  field: 'partNo' | 'name',
  values: Readonly<Record<string, unknown>>,
): Question | null {
  const typed = textOf(values[field]);
  if (typed.length < 2) return null;
  const id = textOf(values.id);
  const others = id === '' ? {} : { excludeId: id };
  if (field === 'partNo') return { partNo: typed, ...others };
  const { brand, model } = values;
  return { name: typed, brand: textOf(brand) || null, model: textOf(model) || null, ...others };
}

/** Part number or name, with a word about parts that are called the same (domain-warehouse 1.4). */
export function IdentityField({
  field,
  ...props
}: CustomFieldProps & { readonly field: 'partNo' | 'name' }) {
  const { value, onChange, id, disabled, values, onBlur } = props;
  const t = useT('remote-warehouse');
  const matches = useMatches('parts.exist', questionOf(field, values));
  return (
    <>
      <Input
        id={id}
        value={textOfInput(value)}
        disabled={disabled}
        autoComplete="off"
        autoFocus={field === 'partNo' && values.id === undefined}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
      <MatchNotice
        text={t(`parts.exists.${field}`)}
        matches={matches.filter((match) => match.field === field)}
        to={(match) =>
          mayOpen('parts-warehouse-tracking') && match.id !== null
            ? pathOf('parts-warehouse-tracking', { id: match.id })
            : null
        }
      />
    </>
  );
}

const textOfInput = (value: unknown): string => (typeof value === 'string' ? value : '');
