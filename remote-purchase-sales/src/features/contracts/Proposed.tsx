import type { ContractDetail } from '@boxyard/shared/contract/areas/contracts.ts';
import {
  applyVersion,
  type Json,
  type VersionChange,
} from '@boxyard/shared/domain/sales/contractVersions.ts';
import { DateText, DateTimeText, DiffTable, Facts, RefText } from '@boxyard/shared/ui';
import { changesBetween } from './changes.tsx';
import classes from './contracts.module.css';
import { termsOf, useReader } from './terms.tsx';

/** What a change that waits for its approval would make another, beside what is agreed now. */
export function Proposed({ doc }: { readonly doc: ContractDetail }) {
  const reader = useReader();
  const { proposal } = doc;
  if (!proposal) return null;
  const { t } = reader;
  const now = termsOf(doc);
  const then = applyVersion(now as Json, proposal.changes as readonly VersionChange[]);
  const fact = (key: string) => ({ key, label: t(`contracts.field.${key}`) });
  const rows = changesBetween(now, then as typeof now, reader);
  return (
    <div className={classes.agreed}>
      <Facts
        items={[
          { ...fact('proposedBy'), value: proposal.proposedBy?.name ?? null },
          { ...fact('proposedAt'), value: <DateTimeText value={proposal.proposedAt} /> },
          // An exchange counts from the installation on.
          ...(proposal.exchange
            ? []
            : [{ ...fact('effectiveDate'), value: <DateText value={proposal.effectiveDate} /> }]),
          ...(proposal.decidedAt
            ? [
                { ...fact('decidedBy'), value: proposal.decidedBy?.name ?? null },
                { ...fact('decidedAt'), value: <DateTimeText value={proposal.decidedAt} /> },
              ]
            : []),
          ...(proposal.exchange?.returnWarehouse
            ? [
                {
                  ...fact('returnWarehouse'),
                  value: <RefText value={proposal.exchange.returnWarehouse} />,
                },
              ]
            : []),
          { ...fact('reason'), value: proposal.reason, wide: true },
        ]}
      />
      {rows.length > 0 ? (
        <DiffTable
          rows={rows}
          beforeTitle={t('contracts.change.now')}
          afterTitle={t('contracts.change.then')}
        />
      ) : (
        <p className={classes.note}>{t('contractVersions.noChange')}</p>
      )}
    </div>
  );
}
