import { call } from '@boxyard/shared/client';
import { ExportButton, PageFrame, PageHead, PageTitle, RecordDrawer } from '@boxyard/shared/kit';
import { useCan, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  EmptyState,
  ErrorState,
  LeftIcon,
  nameIn,
  PlusIcon,
  Skeleton,
  Tabs,
  useNarrow,
} from '@boxyard/shared/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CoverageView } from './CoverageView.tsx';
import { type Province, totalsOf } from './coverage.ts';
import classes from './territories.module.css';
import { regions, zones } from './territories.resource.ts';
import { type Territories, useTerritories } from './useTerritories.ts';
import { ZoneActions } from './ZoneActions.tsx';
import { ZoneTree } from './ZoneTree.tsx';

/** Regions and zones, what each covers, and what nobody covers. */
export function Page() {
  const t = useT('remote-admin');
  const { data, error, retry } = useTerritories();
  const [search, setSearch] = useSearchParams();
  const mayCreate = useCan('territories:create');
  const choose = (open: string | null) => setSearch(open === null ? {} : { open });
  const open = search.get('open');
  return (
    <PageFrame>
      <PageHead
        buttons={
          <>
            <ExportButton
              formats={['xlsx', 'csv']}
              fetchFile={(format) => call('zones.coverageExport', { query: { format } })}
            />
            {mayCreate ? (
              <>
                <Button onClick={() => choose('region-new')}>{t('territories.regions.new')}</Button>
                <Button type="primary" icon={<PlusIcon />} onClick={() => choose('zone-new')}>
                  {t('territories.zones.new')}
                </Button>
              </>
            ) : null}
          </>
        }
      >
        <PageTitle>{t('territories.title')}</PageTitle>
      </PageHead>
      {data ? (
        <>
          <Totals provinces={data.provinces} />
          <Tabs
            activeKey={search.get('tab') ?? 'zones'}
            onChange={(tab) => setSearch(tab === 'zones' ? {} : { tab })}
            items={[
              {
                key: 'zones',
                label: t('territories.tab.zones'),
                children: <Zones territories={data} open={open} onChoose={choose} />,
              },
              {
                key: 'coverage',
                label: t('territories.tab.coverage'),
                children: <CoverageView provinces={data.provinces} onChoose={choose} />,
              },
            ]}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </PageFrame>
  );
}

function Totals({ provinces }: { readonly provinces: readonly Province[] }) {
  const t = useT('remote-admin');
  const { amphoes, covered, whole, partly, none } = totalsOf(provinces);
  return (
    <div className={classes.totals}>
      <span className={classes.total}>
        {t('territories.totals.districts', { covered, total: amphoes })}
      </span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${(covered / amphoes) * 100}%` }} />
      </span>
      <span className={classes.other}>
        {t('territories.totals.provinces', { whole, partly, none })}
      </span>
    </div>
  );
}

interface ZonesProps {
  readonly territories: Territories;
  /** `zone-<id>`, `region-<id>`, `zone-new` or `region-new`. */
  readonly open: string | null;
  readonly onChoose: (open: string | null) => void;
}

/** The tree beside what was chosen in it; on a phone one after the other. */
function Zones({ territories, open, onChoose }: ZonesProps) {
  const t = useT('remote-admin');
  const isNarrow = useNarrow();
  const isEmpty = territories.regions.length + territories.zones.length === 0;
  const mayCreate = useCan('territories:create');
  const tree = isEmpty ? (
    <EmptyState
      title={t('territories.empty')}
      text={t('territories.emptyStep')}
      action={
        mayCreate && !open ? (
          <Button type="primary" icon={<PlusIcon />} onClick={() => onChoose('region-new')}>
            {t('territories.regions.new')}
          </Button>
        ) : null
      }
    />
  ) : (
    <ZoneTree territories={territories} chosen={open} onChoose={onChoose} />
  );
  const panel = open ? (
    <Panel open={open} territories={territories} onChoose={onChoose} />
  ) : (
    <p className={classes.quiet}>{t('territories.choose')}</p>
  );
  // Nothing to choose from, or no room to show it beside what was chosen.
  if (!open && (isEmpty || isNarrow)) return tree;
  if (!isNarrow) {
    return (
      <div className={classes.columns}>
        {tree}
        {panel}
      </div>
    );
  }
  return (
    <>
      <Button type="link" icon={<LeftIcon />} onClick={() => onChoose(null)}>
        {t('territories.back')}
      </Button>
      {panel}
    </>
  );
}

function Panel({ territories, open, onChoose }: ZonesProps & { readonly open: string }): ReactNode {
  // A form begins anew from what was saved; the keyboard stays where it was.
  const [saves, setSaves] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saves > 0) box.current?.focus();
  }, [saves]);
  useEffect(() => {
    // Browsing the tree keeps the keyboard in the tree; something new is begun at its first field.
    if (open.endsWith('-new')) box.current?.querySelector('input')?.focus();
  }, [open]);
  const [kind = '', ...rest] = open.split('-');
  const id = rest.join('-');
  const target = id === 'new' ? 'new' : { id };
  const saved = (doc: { readonly id: string }) => {
    onChoose(`${kind}-${doc.id}`);
    setSaves((count) => count + 1);
  };
  const common = {
    inline: true,
    size: 'wide',
    target,
    onClose: () => onChoose(null),
    onSaved: saved,
  } as const;
  return (
    <div ref={box} tabIndex={-1} className={classes.panel}>
      {kind === 'region' ? (
        <RecordDrawer
          key={`${open}:${saves}`}
          resource={regions}
          {...common}
          extra={() => <ZonesOf territories={territories} regionId={id} onChoose={onChoose} />}
        />
      ) : (
        <RecordDrawer
          key={`${open}:${saves}`}
          resource={zones}
          {...common}
          initialValues={{ amphoeIds: [], moveAmphoeIds: [] }}
          toForm={(zone) => ({
            ...zone,
            regionId: zone.region?.id ?? null,
            saleTeamId: zone.saleTeam?.id ?? null,
            engineerTeamId: zone.engineerTeam?.id ?? null,
            moveAmphoeIds: [],
          })}
          actions={(zone) => <ZoneActions zone={zone} onDone={() => saved(zone)} />}
          banner={(zone) =>
            zone.region ? <RegionOf region={zone.region} onChoose={onChoose} /> : null
          }
        />
      )}
    </div>
  );
}

interface RegionOfProps {
  readonly region: {
    readonly id: string;
    readonly code: string | null;
    readonly name: string;
    readonly nameTh?: string | null | undefined;
  };
  readonly onChoose: (open: string) => void;
}

function RegionOf({ region, onChoose }: RegionOfProps) {
  const t = useT('remote-admin');
  const locale = useLocale();
  return (
    <p className={classes.regionOf}>
      <span className={classes.other}>{t('territories.zones.field.region')}</span>{' '}
      <Button type="link" size="small" onClick={() => onChoose(`region-${region.id}`)}>
        {region.code} {nameIn(region, locale)}
      </Button>
    </p>
  );
}

interface ZonesOfProps {
  readonly territories: Territories;
  readonly regionId: string;
  readonly onChoose: (open: string) => void;
}

/** The zones of a region; a zone's own panel moves it. */
function ZonesOf({ territories, regionId, onChoose }: ZonesOfProps) {
  const t = useT('remote-admin');
  const locale = useLocale();
  const own = territories.zones.filter((zone) => zone.regionId === regionId);
  return (
    <>
      <h3 className={classes.subtitle}>{t('territories.zonesOf', { count: own.length })}</h3>
      <ul className={classes.zonesOf}>
        {own.map((zone) => (
          <li key={zone.id}>
            <Button type="link" size="small" onClick={() => onChoose(`zone-${zone.id}`)}>
              {zone.code} {nameIn(zone, locale)}
            </Button>
            <span className={classes.other}>
              {t('territories.districts', { count: zone.amphoeIds.length })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
