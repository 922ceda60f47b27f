import { oneOptions, registerContract } from '@boxyard/shared/client';
import type { SerialLife } from '@boxyard/shared/contract';
import { tracingArea } from '@boxyard/shared/contract/areas/tracing.ts';
import { LabelButton } from '@boxyard/shared/kit';
import { useCan, useLocale, useT } from '@boxyard/shared/runtime';
import {
  DateText,
  DateTimeText,
  Drawer,
  ErrorState,
  Facts,
  formatDate,
  Money,
  None,
  PageLink,
  RefText,
  Skeleton,
  ToneTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import classes from './serial.module.css';
import { Action, Document, Place, Way } from './tracking.resource.tsx';

registerContract(tracingArea);

const WIDE = 620;

/** What a state means for whoever looks for the thing. */
const TONES: Readonly<
  Partial<Record<SerialLife['state'], 'success' | 'processing' | 'warning' | 'error'>>
> = {
  inStock: 'success',
  reserved: 'processing',
  receiving: 'processing',
  inTransit: 'processing',
  inRepair: 'warning',
  atSupplier: 'warning',
  quarantine: 'warning',
  lost: 'error',
  destroyed: 'error',
};

interface Props {
  readonly partId: string;
  readonly serialNo: string;
  readonly onClose: () => void;
}

/** The whole life of one serial: where it is, and everything that brought it there (domain-warehouse 3.5). */
export function SerialDrawer({ partId, serialNo, onClose }: Props) {
  const t = useT('remote-warehouse');
  const found = useQuery(oneOptions('parts.serial', { params: { serialNo }, query: { partId } }));
  const life = found.data;
  return (
    <Drawer
      open
      onClose={onClose}
      size={WIDE}
      title={t('serial.title', { serialNo })}
      extra={
        <LabelButton
          size="small"
          items={[{ kind: 'serial', id: partId, number: serialNo, quantity: 1 }]}
        />
      }
    >
      {life ? (
        <Life life={life} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Drawer>
  );
}

function Term({ term }: { readonly term: SerialLife['supplierWarranty'] }) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  return term.end === null ? <None /> : t('serial.until', { date: formatDate(term.end, locale) });
}

function Life({ life }: { readonly life: SerialLife }) {
  const t = useT('remote-warehouse');
  const seesCost = useCan('parts-warehouse:view-cost');
  const isAway = life.place === null && life.state !== 'expected';
  const facts = {
    part: <RefText value={life.part} />,
    place: life.place ? <Place place={life.place} /> : isAway ? t('serial.elsewhere') : <None />,
    condition: life.condition ? t(`condition.${life.condition}`) : <None />,
    ...(life.lotNo ? { lotNo: life.lotNo } : {}),
    supplier: <RefText value={life.supplier} show="name" />,
    supplierWarranty: <Term term={life.supplierWarranty} />,
    customerWarranty: <Term term={life.customerWarranty} />,
    ...(seesCost ? { unitCost: <Money value={life.unitCost} places={4} /> } : {}),
    ...(life.openDocument ? { openDocument: <Document document={life.openDocument} /> } : {}),
  };
  return (
    <>
      <p className={classes.state}>
        <ToneTag tone={TONES[life.state] ?? 'neutral'}>{t(`serial.state.${life.state}`)}</ToneTag>
      </p>
      <Facts
        items={Object.entries(facts).map(([key, value]) => ({
          key,
          label: t(`serial.field.${key}`),
          value,
          wide: key === 'part' || key === 'place',
        }))}
      />
      {life.others.length === 0 ? null : (
        <p className={classes.others}>
          {t('serial.others')}{' '}
          {life.others.map((part) => (
            <PageLink
              key={part.id}
              page="parts-warehouse-tracking"
              params={{ id: part.id }}
              query={{ serial: life.serialNo }}
            >
              <RefText value={part} />
            </PageLink>
          ))}
        </p>
      )}
      <h2 className={classes.heading}>{t('serial.life')}</h2>
      {life.events.length === 0 ? <p className={classes.quiet}>{t('serial.none')}</p> : null}
      <ol className={classes.events}>
        {life.events.map((event) => (
          <li key={event.id}>
            <div className={classes.what}>
              <strong>
                <Action row={event} />
              </strong>{' '}
              <Document document={event.document} />
              <span className={classes.when}>
                <DateText value={event.effectiveDate} />
              </span>
            </div>
            <div>
              <Way row={event} />
            </div>
            {event.party || event.note ? (
              <div>{[event.party, event.note].filter(Boolean).join(' · ')}</div>
            ) : null}
            <div className={classes.quiet}>
              {event.by ? `${event.by.name} · ` : ''}
              <DateTimeText value={event.postedAt} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
