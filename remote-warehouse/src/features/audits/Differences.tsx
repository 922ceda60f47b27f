import { call, oneOptions } from '@boxyard/shared/client';
import type { AuditDetail } from '@boxyard/shared/contract';
import { ExportButton, LinesTable } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import {
  EmptyState,
  ErrorState,
  Money,
  None,
  RefText,
  Skeleton,
  ToneTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './audits.module.css';
import { audits } from './audits.resource.tsx';
import { Signed } from './Signed.tsx';

/** What differs and what was decided of it, with the totals. */
export function Differences({ doc }: { readonly doc: AuditDetail }) {
  const t = useT('remote-warehouse');
  const found = useQuery(oneOptions('audits.variance', { params: { id: doc.id }, loading: false }));
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!found.data) return <Skeleton active paragraph={{ rows: 5 }} />;
  const { gain, loss } = found.data;
  const lines = found.data.lines.filter((line) => line.variance !== 0 && line.variance !== null);
  if (lines.length === 0) return <EmptyState title={t('reviewing.noDifference')} />;
  return (
    <>
      <div className={classes.above}>
        {gain !== null && loss !== null ? (
          <p className={classes.totals}>
            <span>
              {t('reviewing.gain')} <Money value={gain} />
            </span>
            <span>
              {t('reviewing.loss')} <Money value={loss} />
            </span>
          </p>
        ) : null}
        <ExportButton
          formats={['xlsx', 'csv']}
          fetchFile={(format) =>
            call('audits.varianceExport', { params: { id: doc.id }, query: { format } })
          }
        />
      </div>
      <LinesTable
        resource={audits}
        rows={lines}
        columns={(c) => [
          c.custom('bin', { width: 120, render: (line) => line.bin.code }),
          c.custom('part', {
            render: (line) => (
              <>
                <RefText value={line.part} />
                {(line.serialNo ?? line.lotNo) ? (
                  <span className={classes.trace}>{line.serialNo ?? line.lotNo}</span>
                ) : null}
              </>
            ),
          }),
          c.custom('variance', { render: (line) => <Signed line={line} /> }),
          ...(lines.some((line) => line.varianceValue !== null) ? [c.money('varianceValue')] : []),
          c.custom('reasonCode', {
            render: (line) =>
              line.reasonCode ? (
                (line.reasonText ?? t(`reviewing.reason.${line.reasonCode}`))
              ) : (
                <None />
              ),
          }),
          c.custom('decision', {
            render: (line) =>
              line.decision ? (
                <ToneTag tone={line.isSettled ? 'success' : 'warning'}>
                  {t(`reviewing.decision.${line.decision}`)}
                </ToneTag>
              ) : (
                <ToneTag tone="neutral">{t('reviewing.undecided')}</ToneTag>
              ),
          }),
        ]}
      />
    </>
  );
}
