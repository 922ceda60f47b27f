import { call } from '@boxyard/shared/client';
import { NUMBER_RESETS, type NumberRule } from '@boxyard/shared/domain';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { formatDate, Input, IntegerInput, Select, Space } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './headers.module.css';

type Numbering = NumberRule & { readonly next: string; readonly from: string | null };

/** How documents of this kind are numbered, with the number that comes next by what is typed. */
export function NumberingField({ field }: { readonly field: CustomFieldProps }) {
  const t = useT('remote-admin');
  const locale = useLocale();
  const rule = (field.value ?? { prefix: '', reset: 'monthly', digits: 4 }) as NumberRule;
  const stored = field.stored.numbering as Numbering | null | undefined;
  const isStored =
    stored?.prefix === rule.prefix && stored.reset === rule.reset && stored.digits === rule.digits;
  const { companyId, type } = field.values;
  const body = { ...rule, companyId, type };
  const isWhole = /^[A-Z]{1,6}$/.test(rule.prefix) && typeof companyId === 'string';
  const asked = useQuery({
    queryKey: ['documentHeaders.numbering', body],
    queryFn: () =>
      call('documentHeaders.numbering', { body: body as never, silent: true, loading: false }),
    enabled: isWhole && !isStored,
    retry: false,
  });
  const shown = isStored ? stored : asked.data?.data;
  const change = (patch: Partial<NumberRule>) => {
    const { prefix, reset, digits } = { ...rule, ...patch };
    field.onChange({ prefix, reset, digits });
  };
  return (
    <>
      <Space wrap>
        <Input
          id={field.id}
          aria-label={t('headers.numbering.prefix')}
          value={rule.prefix}
          maxLength={6}
          disabled={field.disabled}
          style={{ width: 96 }}
          onBlur={field.onBlur}
          onChange={(event) => change({ prefix: event.target.value.toUpperCase() })}
        />
        <Select
          aria-label={t('headers.numbering.reset')}
          value={rule.reset}
          disabled={field.disabled}
          style={{ width: 170 }}
          options={NUMBER_RESETS.map((value) => ({
            value,
            label: t(`headers.numbering.resets.${value}`),
          }))}
          onChange={(reset) => change({ reset })}
        />
        <IntegerInput
          aria-label={t('headers.numbering.digits')}
          value={rule.digits}
          disabled={field.disabled}
          style={{ width: 72 }}
          onChange={(digits) => change({ digits: Number(digits) })}
        />
      </Space>
      {Object.values(field.errors).map((sentence) => (
        <div key={sentence} className={classes.fault} role="alert">
          {sentence}
        </div>
      ))}
      {shown ? (
        <p className={classes.next}>
          {t('headers.numbering.next')} <b>{shown.next}</b>
          {shown.from
            ? ` ${t('headers.numbering.from', { date: formatDate(shown.from, locale) })}`
            : null}
        </p>
      ) : null}
      {asked.isError && isWhole && !isStored ? (
        <p className={classes.next}>{t('headers.numbering.taken')}</p>
      ) : null}
    </>
  );
}
