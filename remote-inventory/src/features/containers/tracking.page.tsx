import { rowOptions } from '@boxyard/shared/client';
import {
  type Contract,
  type DataOf,
  type ProductDetail,
  TRACKED_AT_ONCE,
  TRACKED_KINDS,
} from '@boxyard/shared/contract';
import { isInProduction } from '@boxyard/shared/domain/containers/statuses.ts';
import { actionFields, DocumentPage, known, LabelButton, LinesTable } from '@boxyard/shared/kit';
import { pathOf, RecordPanels, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  DateText,
  DateTimeText,
  EmptyState,
  formatDate,
  Money,
  None,
  PageLink,
  Quantity,
  RefText,
  RelativeTime,
  Skeleton,
  ToneTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AxisTag } from './AxisTag.tsx';
import classes from './containers.module.css';
import { containers } from './containers.resource.tsx';
import { Disassembly, linesBody } from './Disassembly.tsx';
import { DocumentLink, RELATED, ReservedFor } from './documentPages.tsx';
import { Position, positionBody } from './Position.tsx';
import { SoftwareTag } from './SoftwareTag.tsx';
import { useStatusDictionary } from './statusDictionary.ts';

type Event = DataOf<Contract['products.tracking']>[number];
type Kind = Event['kind'];
type Retirement = NonNullable<ProductDetail['retirement']>;

/** Kinds of events that are a change of one of the three axes. */
const SAYS_STATUS: ReadonlySet<Kind> = new Set<Kind>(['move', 'status', 'agreement']);

/** A contract had this container exchanged for another one, or another one for this. */
const EXCHANGES: ReadonlySet<string> = new Set(['replaced', 'replacing']);

/** What a warranty came to before its last day. */
const WARRANTY_ENDS: ReadonlySet<string> = new Set(['suspended', 'voided']);

/** The proposal to write it off: by whom, when and why. */
function Proposal({ of: { askedBy, askedAt, reason } }: { readonly of: Retirement }) {
  return (
    <>
      {askedBy?.name} · <DateTimeText value={askedAt} />
      <br />
      {reason}
    </>
  );
}

/** A container: what it is, what is inside, and everything that happened to it. */
export function Page() {
  const t = useT('remote-inventory');
  useStatusDictionary();
  return (
    <DocumentPage
      resource={containers}
      facts={(doc) => [
        { key: 'productModel', value: <RefText value={doc.productModel} /> },
        { key: 'revision', value: String(doc.revisionNo) },
        ...known('warehouse', doc.warehouse, (value) => <RefText value={value} show="name" />),
        {
          key: 'saleStatus',
          value: <AxisTag axis="saleStatus" status={doc.saleStatus} />,
        },
        ...known('reservedFor', doc.reservation, (reservation) => (
          <ReservedFor reservation={reservation} />
        )),
        ...known('reservedUntil', doc.reservation?.until, (value) => (
          <DateTimeText value={value} />
        )),
        {
          key: 'serviceStatus',
          value: <AxisTag axis="serviceStatus" status={doc.serviceStatus} />,
        },
        { key: 'software', value: <SoftwareTag row={doc} /> },
        { key: 'condition', value: t(`containers.choice.condition.${doc.condition}`) },
        ...known('site', doc.site, (site) => <SiteText site={site} />),
        ...(doc.contractPending
          ? [
              {
                key: 'contract',
                value: <ToneTag tone="warning">{t('containers.contractPending')}</ToneTag>,
              },
            ]
          : []),
        ...(doc.isOfCustomer ? [{ key: 'titleHolder', value: t('containers.ofCustomer') }] : []),
        ...known('installedAt', doc.installedAt, (value) => <DateTimeText value={value} />),
        ...known('lastInspection', doc.inspection.last, (last) => <LastInspection last={last} />),
        ...known('nextInspection', doc.inspection.next, (next) => <NextInspection next={next} />),
        ...(doc.inspection.openFailures === 0
          ? []
          : [{ key: 'openFailures', value: <OpenFailures doc={doc} /> }]),
        ...known('rebuiltFrom', doc.rebuiltFrom, (from) => <Relative of={from} />),
        ...(doc.rebuiltAs.length === 0
          ? []
          : [
              {
                key: 'rebuiltAs',
                value: doc.rebuiltAs.map((one) => <Relative key={one.id} of={one} />),
              },
            ]),
        ...known('retirement', doc.retirement, (asked) => <Proposal of={asked} />),
        ...(doc.retirement === null
          ? []
          : known('bookValue', doc.bookValue, (value) => <Money value={value} />)),
        ...known('costAmount', doc.costAmount, (value) => <Money value={value} />),
        ...known('listPrice', doc.listPrice, (value) => <Money value={value} />),
      ]}
      banner={(doc) => <Banner doc={doc} />}
      sections={[
        { key: 'bom', render: (doc) => <Bom doc={doc} /> },
        { key: 'parts', count: (doc) => doc.parts.length, render: (doc) => <Parts doc={doc} /> },
        {
          key: 'removed',
          count: (doc) => doc.removedParts.length,
          show: (doc) => doc.removedParts.length > 0,
          render: (doc) => <Removed doc={doc} />,
        },
        {
          key: 'tracking',
          render: (doc) => <FilteredTracking id={doc.id} version={doc.version} />,
        },
      ]}
      actions={{
        update: { to: (doc) => pathOf('container-update', { id: doc.id }) },
        'update-parts': { to: (doc) => pathOf('update-parts', { id: doc.id }) },
        'update-software': {
          to: (doc) => pathOf('container-warehouse-update-software', { id: doc.id }),
        },
        install: {
          fields: actionFields('products.install', (f) => [
            f.text('holder', { span: 6 }),
            f.longText('address', { span: 6 }),
            f.text('siteReason', { span: 6, help: 'help.siteReason' }),
            f.custom('lat', (props) => <Position {...props} />, { span: 6, help: 'help.position' }),
          ]),
          initialValues: ({ site }) => ({
            holder: site?.holder ?? '',
            address: site?.address ?? '',
            lat: site?.lat != null && site.lng != null ? `${site.lat}, ${site.lng}` : '',
          }),
          body: (_doc, { holder, address, siteReason, lat }) => ({
            holder,
            address,
            siteReason: siteReason || null,
            ...positionBody(lat),
          }),
        },
        return: {
          fields: actionFields('products.return', (f) => [
            f.record('warehouseId', 'masterData.subWarehouses', {
              span: 6,
              query: () => ({ storage: true, containers: true }),
            }),
          ]),
          body: (_doc, { warehouseId }) => ({ warehouseId }),
        },
        disassemble: {
          fields: actionFields('products.disassemble', (f) => [
            f.custom('lines', (props) => <Disassembly {...props} />, { span: 6 }),
          ]),
          initialValues: ({ id }) => ({ productId: id, lines: [] }),
          body: (_doc, { lines }) => ({ lines: linesBody(lines) }),
        },
        'edit-status': { to: (doc) => pathOf('container-warehouse-edit-status', { id: doc.id }) },
      }}
      related={RELATED}
      aside={(doc) => (
        <>
          <LabelButton items={[{ kind: 'container', id: doc.id, quantity: 1 }]} />
          <RecordPanels
            on="container-warehouse-tracking-info"
            record={{ kind: 'container', id: doc.id }}
          />
        </>
      )}
    />
  );
}

const Relative = ({
  of,
}: {
  readonly of: { readonly id: string; readonly serialNumber: string };
}) => (
  <PageLink page="container-warehouse-tracking-info" params={{ id: of.id }}>
    {of.serialNumber}
  </PageLink>
);

/** Holder and address, and the way to it on a map where somebody said where it is. */
function SiteText({ site }: { readonly site: NonNullable<ProductDetail['site']> }) {
  const { holder, address, lat, lng } = site;
  return (
    <>
      {[holder, address].filter(Boolean).join(', ')}{' '}
      {lat === null || lng === null ? null : (
        <a href={`https://www.google.com/maps?q=${lat},${lng}`} target="_blank" rel="noreferrer">
          {lat}, {lng}
        </a>
      )}
    </>
  );
}

type Inspected = ProductDetail['inspection'];

/** When it was inspected last, and what came of it. */
function LastInspection({ last }: { readonly last: NonNullable<Inspected['last']> }) {
  const t = useT('remote-inventory');
  const { id, documentNo, result, completedAt } = last;
  return (
    <>
      <DateTimeText value={completedAt} />{' '}
      {result === null ? null : (
        <ToneTag tone={RESULT_TONES[result]}>{t(`containers.inspection.${result}`)}</ToneTag>
      )}{' '}
      <DocumentLink document={{ type: 'inspection', id, documentNo }} />
    </>
  );
}

const RESULT_TONES = { pass: 'success', partial: 'warning', fail: 'error' } as const;

/** When it is inspected next; marked once the day has passed. */
function NextInspection({ next }: { readonly next: NonNullable<Inspected['next']> }) {
  const t = useT('remote-inventory');
  const { id, documentNo, dueOn, isLate } = next;
  return (
    <>
      <DateText value={dueOn} />{' '}
      {isLate ? <ToneTag tone="error">{t('containers.inspectionLate')}</ToneTag> : null}{' '}
      <DocumentLink document={{ type: 'inspection', id, documentNo }} />
    </>
  );
}

/** How much of it is still faulty, and the way to what. */
const OpenFailures = ({ doc: { id, inspection } }: { readonly doc: ProductDetail }) => (
  <PageLink page="container-inspection" query={{ tab: 'failures', productId: id }}>
    {String(inspection.openFailures)}
  </PageLink>
);

const piece = (line: { readonly serialNo: string | null; readonly lotNo: string | null }) =>
  line.serialNo ?? line.lotNo;

function Bom({ doc }: { readonly doc: ProductDetail }) {
  const t = useT('remote-inventory');
  return (
    <LinesTable
      resource={containers}
      rows={doc.bom.map((line) => ({ id: line.part.id, ...line }))}
      columns={(c) => [
        c.custom('part', { width: '45%', render: (line) => <RefText value={line.part} /> }),
        c.quantity('required', { unit: (line) => line.unit }),
        c.quantity('installed'),
        c.custom('state', {
          render: (line) =>
            line.installed >= line.required ? (
              <ToneTag tone="success">{t('containers.filled')}</ToneTag>
            ) : (
              <ToneTag tone="warning">{t('containers.open')}</ToneTag>
            ),
        }),
      ]}
    />
  );
}

function Parts({ doc }: { readonly doc: ProductDetail }) {
  const t = useT('remote-inventory');
  if (doc.parts.length === 0) return <EmptyState title={t('containers.noParts')} />;
  return (
    <LinesTable
      resource={containers}
      rows={doc.parts}
      columns={(c) => [
        c.custom('part', {
          width: '35%',
          render: (line) => (
            <PageLink page="parts-warehouse-tracking" params={{ id: line.part.id }}>
              <RefText value={line.part} />
            </PageLink>
          ),
        }),
        c.custom('piece', { render: (line) => piece(line) ?? <None /> }),
        c.quantity('quantity', { unit: (line) => line.unit }),
        ...(doc.parts.some(({ unitCost }) => unitCost !== null)
          ? [c.money('unitCost', { places: 4 })]
          : []),
        c.custom('origin', { render: (line) => <Origin of={line.origin} /> }),
        c.dateTime('installedAt'),
        c.person('installedBy'),
        c.text('note'),
      ]}
    />
  );
}

/** The receipt and the supplier that a piece came from. */
function Origin({ of }: { readonly of: ProductDetail['parts'][number]['origin'] }) {
  if (of === null) return <None />;
  return (
    <>
      {of.receipt ? (
        <PageLink page="receipt-detail" params={{ id: of.receipt.id }}>
          {of.receipt.documentNo}
        </PageLink>
      ) : null}
      {of.supplier ? <RefText value={of.supplier} show="name" /> : null}
    </>
  );
}

const DISPOSITION_TONES = {
  restock: 'success',
  repair: 'processing',
  claim: 'warning',
  scrap: 'error',
} as const;

function Removed({ doc }: { readonly doc: ProductDetail }) {
  const t = useT('remote-inventory');
  return (
    <LinesTable
      resource={containers}
      rows={doc.removedParts}
      columns={(c) => [
        c.custom('part', {
          width: '28%',
          render: (line) => (
            <PageLink page="parts-warehouse-tracking" params={{ id: line.part.id }}>
              <RefText value={line.part} />
            </PageLink>
          ),
        }),
        c.custom('piece', { render: (line) => piece(line) ?? <None /> }),
        c.custom('quantity', { render: (line) => <Quantity value={line.quantity} /> }),
        c.custom('disposition', {
          render: ({ disposition, document }) => (
            <>
              <ToneTag tone={DISPOSITION_TONES[disposition]}>
                {t(`containers.choice.disposition.${disposition}`)}
              </ToneTag>
              {document ? <DocumentLink document={document} /> : null}
            </>
          ),
        }),
        c.custom('origin', { render: (line) => <Origin of={line.origin} /> }),
        c.dateTime('removedAt'),
        c.person('removedBy'),
        c.text('removedReason'),
      ]}
    />
  );
}

interface TrackingProps {
  readonly id: string;
  readonly version: number;
  /** Place of the last event above these. */
  readonly before?: string;
  /** Events of one kind; all of them unless said. */
  readonly kind?: Kind;
}

/** The timeline, cut to one kind of events by whoever looks for it. */
function FilteredTracking({ id, version }: Pick<TrackingProps, 'id' | 'version'>) {
  const t = useT('remote-inventory');
  const [kind, setKind] = useState<Kind | undefined>();
  const choices = [undefined, ...TRACKED_KINDS];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend */}
      <div className={classes.kinds} role="group" aria-label={t('containers.kinds.label')}>
        {choices.map((one) => (
          <Button
            key={one ?? 'all'}
            size="small"
            type={one === kind ? 'primary' : 'default'}
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {t(`containers.kinds.${one ?? 'all'}`)}
          </Button>
        ))}
      </div>
      <Tracking
        key={kind ?? 'all'}
        id={id}
        version={version}
        {...(kind === undefined ? {} : { kind })}
      />
    </>
  );
}

/** One timeline of statuses, parts and changes, newest first, page by page. */
function Tracking({ id, version, before, kind }: TrackingProps) {
  const t = useT('remote-inventory');
  const kit = useT('kit');
  const locale = useLocale();
  const [showsOlder, setShowsOlder] = useState(false);
  const found = useQuery({
    ...rowOptions('products.tracking', {
      params: { id },
      query: {
        ...(before === undefined ? {} : { before }),
        ...(kind === undefined ? {} : { kind }),
      },
      loading: false,
    }),
    // Another version of the container has another timeline.
    queryHash: `products.tracking:${id}:${version}:${kind ?? ''}:${before ?? ''}`,
  });
  if (!found.data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const statusOf = (axis: string, status: string | null | undefined): string => {
    if (!status) return '';
    if (axis === 'lifecycle') return kit(`status.product.${status}`);
    return t(`containers.choice.${axis === 'sale' ? 'saleStatus' : 'serviceStatus'}.${status}`);
  };
  const said = (event: Event): string => {
    const { values } = event;
    if (EXCHANGES.has(event.what)) {
      const isTold = values.serialNumber != null;
      return t(`containers.${isTold ? '' : 'withheld.'}${event.what}`, values);
    }
    if (SAYS_STATUS.has(event.kind)) {
      const to = statusOf(event.what, values.to);
      return values.from ? `${statusOf(event.what, values.from)} → ${to}` : to;
    }
    if (event.kind === 'part') {
      const text = [values.part, values.piece].filter(Boolean).join(' · ');
      return t(`containers.${event.what}`, { part: text, quantity: values.quantity });
    }
    if (event.kind === 'software') {
      const name = kit(`status.softwareUpdate.${event.what}`);
      const versions = [values.from, values.to].filter(Boolean).join(' → ');
      return t('containers.softwareEvent', { versions, state: name });
    }
    if (event.kind === 'inspection') {
      return t('containers.inspectionEvent', {
        type: t(`containers.inspection.${values.type}`),
        state: t(`containers.inspection.${event.what}`),
      });
    }
    if (event.kind === 'warranty') {
      const { from, to, status } = values;
      const period = t('containers.warrantyEvent', {
        type: t(`containers.warranty.${event.what}`),
        from: from ? formatDate(from, locale) : '',
        to: to ? formatDate(to, locale) : '',
      });
      return status && WARRANTY_ENDS.has(status)
        ? `${period} · ${t(`containers.warranty.${status}`)}`
        : period;
    }
    if (event.kind === 'payment') return t(`containers.payment.${event.what}`);
    return kit([`did.product.${event.what}`, `did.record.${event.what}`, event.what]);
  };
  const events = found.data as readonly Event[];
  const last = events.length < TRACKED_AT_ONCE ? undefined : events.at(-1);
  if (events.length === 0 && before === undefined) {
    return <EmptyState title={t('containers.kinds.none')} />;
  }
  return (
    <>
      <ol className={classes.events}>
        {events.map((event) => (
          <li key={event.id} className={classes.event}>
            <div>
              {said(event)}
              {event.kind === 'payment' && event.values.amount ? (
                <>
                  {' '}
                  <Money value={event.values.amount} />
                </>
              ) : null}
            </div>
            <div className={classes.when}>
              {event.by?.name ?? kit('timeline.system')} · <RelativeTime value={event.at} />
              {event.document && (event.document.documentNo || event.document.id === null) ? (
                <>
                  {' · '}
                  <DocumentLink document={event.document} />
                </>
              ) : null}
            </div>
            {event.reason ? <p className={classes.why}>{event.reason}</p> : null}
          </li>
        ))}
      </ol>
      {last === undefined ? null : showsOlder ? (
        <Tracking
          id={id}
          version={version}
          before={last.place}
          {...(kind === undefined ? {} : { kind })}
        />
      ) : (
        <Button onClick={() => setShowsOlder(true)}>{t('containers.older')}</Button>
      )}
    </>
  );
}

/** What keeps a container in production, or why it ended. */
function Banner({ doc }: { readonly doc: ProductDetail }) {
  const t = useT('remote-inventory');
  if (!isInProduction(doc)) return null;
  if (doc.statusReason) {
    return (
      <Alert
        type="warning"
        showIcon
        title={t('containers.sentBack')}
        description={doc.statusReason}
      />
    );
  }
  if (!doc.isComplete) {
    return <Alert type="info" showIcon title={t('containers.incomplete')} />;
  }
  return null;
}
