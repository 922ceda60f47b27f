import {
  CLAUSE_CONDITIONS,
  CLAUSE_FIELDS,
  CLAUSE_TYPES,
  clauseFaults,
  renderClauses,
} from '@boxyard/shared/domain/sales/contractClauses.ts';
import type { FormValues } from '@boxyard/shared/kit';
import { type Locale, useLocale, useT } from '@boxyard/shared/runtime';
import { Alert, formatDate, Select } from '@boxyard/shared/ui';
import { useState } from 'react';
import classes from './clauses.module.css';

const FIELD_OF = { th: 'textTh', en: 'textEn' } as const;
type Kind = (typeof CLAUSE_TYPES)[number];

/** The clauses as an invented contract would print them, while they are typed, and what they may say. */
export function ClausePreview({ values }: { readonly values: FormValues }) {
  const t = useT('remote-admin');
  const own = useLocale();
  const [locale, setLocale] = useState<Locale>(own);
  const [chosen, setKind] = useState<Kind | null>(null);
  const fixed = CLAUSE_TYPES.find((one) => one === values.type);
  const type = fixed ?? chosen ?? 'lease';
  const typed = values[FIELD_OF[locale]];
  const template = typeof typed === 'string' ? typed : '';
  const faults = clauseFaults(template);
  const text = renderClauses(template, {
    type,
    fields: {
      customer: t('clauses.sample.customer'),
      site: t('clauses.sample.site'),
      model: 'Snack 30',
      serial: 'SNK2611-0042',
      startDate: formatDate('2026-12-01', locale),
      endDate: formatDate('2028-11-30', locale),
      grandTotal: '96,300.00',
      deposit: '10,000.00',
      warrantyMonths: '12',
    },
    holds: ['hasSerial', 'hasEnd', 'withholds', 'refundable', 'companyTitle'],
  });
  return (
    <div className={classes.preview}>
      <p className={classes.names}>
        {t('clauses.fields')}: <code>{CLAUSE_FIELDS.map((one) => `{{${one}}}`).join(' ')}</code>
        <br />
        {t('clauses.conditions')}:{' '}
        <code>{CLAUSE_CONDITIONS.map((one) => `{{#${one}}}`).join(' ')}</code>
      </p>
      <div className={classes.choices}>
        <Select
          aria-label={t('headers.preview.language')}
          value={locale}
          onChange={setLocale}
          options={(['th', 'en'] as const).map((value) => ({
            value,
            label: t(`headers.preview.languages.${value}`),
          }))}
        />
        <Select
          aria-label={t('clauses.field.type')}
          value={type}
          disabled={fixed !== undefined}
          onChange={setKind}
          options={CLAUSE_TYPES.map((value) => ({
            value,
            label: t(`clauses.choice.type.${value}`),
          }))}
        />
      </div>
      {faults.map(({ code, name }) => (
        <Alert
          key={`${code}${name}`}
          type="warning"
          showIcon
          title={t(`clauses.fault.${code}`, { name })}
        />
      ))}
      <section className={classes.paper} aria-label={t('clauses.field.preview')} lang={locale}>
        {text}
      </section>
    </div>
  );
}
