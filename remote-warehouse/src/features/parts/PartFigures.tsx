import { oneOptions } from '@boxyard/shared/client';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { Money, Quantity } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Figure, Figures } from '../../Figures.tsx';

interface Props {
  /** Of the whole query that the list shows. */
  readonly summary: { readonly parts: number; readonly totalValue: string | null };
}

/** What the list comes to, and the parts that need somebody: each figure leads to its list. */
export function PartFigures({ summary }: Props) {
  const t = useT('remote-warehouse');
  const counts = useQuery(oneOptions('parts.count')).data;
  return (
    <Figures>
      <Figure label={t('parts.figure.parts')}>
        <Quantity value={summary.parts} />
      </Figure>
      {summary.totalValue === null ? null : (
        <Figure label={t('parts.figure.totalValue')}>
          <Money value={summary.totalValue} />
        </Figure>
      )}
      {(['low', 'out', 'over'] as const).map((level) => (
        <Figure key={level} label={t(`parts.figure.${level}`)}>
          {counts && counts[level] > 0 ? (
            <Link to={pathOf('parts-warehouse', {}, { stock: level })}>
              <Quantity value={counts[level]} />
            </Link>
          ) : (
            <Quantity value={counts?.[level]} />
          )}
        </Figure>
      ))}
      <Figure label={t('parts.figure.quarantine')}>
        <Quantity value={counts?.quarantine} />
      </Figure>
    </Figures>
  );
}
