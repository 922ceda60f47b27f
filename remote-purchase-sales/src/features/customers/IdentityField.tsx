import { isPhone, isTaxId, normaliseDigits } from '@boxyard/shared/domain';
import { customerName } from '@boxyard/shared/domain/sales/customers.ts';
import { type CustomFieldProps, type Match, MatchNotice, useMatches } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { Input } from '@boxyard/shared/ui';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Identity = 'name' | 'taxId' | 'phone';
type Question = NonNullable<Parameters<typeof useMatches<'customers.exist'>>[1]>;

/** What to ask the server about a name, a tax id (of the same branch) or a phone number. */
export function questionOf(
  field: Identity,
  values: Readonly<Record<string, unknown>>,
): Question | null {
  const id = textOf(values.id);
  const others = id === '' ? {} : { excludeId: id };
  if (field === 'name') {
    const name = customerName({
      type: values.type === 'juristic' ? 'juristic' : 'person',
      prefix: textOf(values.prefix),
      firstName: textOf(values.firstName),
      lastName: textOf(values.lastName),
      companyName: textOf(values.companyName),
    });
    return name.length < 3 ? null : { name, ...others };
  }
  const digits = normaliseDigits(textOf(values[field]));
  if (field === 'phone') return isPhone(digits) ? { phone: digits, ...others } : null;
  if (!isTaxId(digits)) return null;
  const branchCode = textOf(values.branchCode);
  return { taxId: digits, ...(/^\d{5}$/.test(branchCode) ? { branchCode } : {}), ...others };
}

/**
 * Name, tax id or phone number, with a word about customers that are known already. Of one outside the
 * own scope only is said that there is one, and whom to ask.
 */
export function IdentityField({
  field,
  ...props
}: CustomFieldProps & { readonly field: Identity }) {
  const { value, onChange, id, disabled, required, values, onBlur } = props;
  const t = useT('remote-purchase-sales');
  const matches = useMatches('customers.exist', questionOf(field, values));
  const label = (match: Match): string =>
    match.id === null
      ? t('customers.exists.ask', { name: match.sale })
      : [match.code, match.name, match.sale ? `(${match.sale})` : ''].filter(Boolean).join(' ');
  return (
    <>
      <Input
        id={id}
        value={textOf(value)}
        disabled={disabled}
        aria-required={required}
        autoComplete="off"
        {...(field === 'name' ? {} : { inputMode: 'numeric' as const, maxLength: 20 })}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
      <MatchNotice
        text={t(`customers.exists.${field}`)}
        matches={matches.filter((match) => match.field === field)}
        label={label}
        to={(match) =>
          match.id === null ? null : pathOf('customer-data', {}, { record: match.id })
        }
      />
    </>
  );
}
