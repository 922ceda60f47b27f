import type { ContractClausesDetail } from '@boxyard/shared/contract/areas/contractClauses.ts';
import { bangkokDate } from '@boxyard/shared/domain';
import { MasterPage } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { DateText, DateTimeText, Timeline } from '@boxyard/shared/ui';
import classes from './clauses.module.css';
import { clauses } from './clauses.resource.tsx';

/** Clauses of contracts by company and kind, with everything that they said before. */
export function ClausesTab({ isShown }: { readonly isShown: boolean }) {
  return (
    <MasterPage
      resource={clauses}
      embedded
      linked={isShown}
      size="wide"
      initialValues={{ effectiveFrom: bangkokDate(new Date()) }}
      toForm={({ name, type, effectiveFrom, textTh, textEn, isActive }) => ({
        name,
        type,
        effectiveFrom,
        textTh,
        textEn,
        isActive,
      })}
      drawerExtra={(one) => <Revisions of={one} />}
    />
  );
}

function Revisions({ of: { revisions, history } }: { readonly of: ContractClausesDetail }) {
  const t = useT('remote-admin');
  const locale = useLocale();
  return (
    <>
      <h3 className={classes.title}>{t('clauses.revisions')}</h3>
      <div className={classes.revisions}>
        {revisions.map((one) => (
          <details key={one.revisionNo}>
            <summary>
              {t('clauses.revision', { number: one.revisionNo })} ·{' '}
              <DateText value={one.effectiveFrom} /> · {one.by?.name}{' '}
              <DateTimeText value={one.createdAt} /> ·{' '}
              {one.contracts === 0
                ? t('clauses.unused')
                : t('clauses.contracts', { count: one.contracts })}
            </summary>
            <div className={classes.paper} lang={locale}>
              {locale === 'th' ? one.textTh : one.textEn}
            </div>
          </details>
        ))}
      </div>
      <h3 className={classes.title}>{t('headers.history')}</h3>
      <Timeline entries={history} labelOf={(field) => t(`clauses.field.${field}`)} />
    </>
  );
}
