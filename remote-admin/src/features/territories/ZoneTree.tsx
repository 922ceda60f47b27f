import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn } from '@boxyard/shared/ui';
import { type ReactNode, useState } from 'react';
import type { Zone } from './coverage.ts';
import { Tree, type TreeRow } from './Tree.tsx';
import classes from './territories.module.css';
import type { Territories } from './useTerritories.ts';

const ROW = 48;
const HEIGHT = 12 * ROW;
/** Above the zones that are in no region. */
const NOWHERE = 'none';

interface ZoneTreeProps {
  readonly territories: Territories;
  /** `zone-<id>` or `region-<id>`. */
  readonly chosen: string | null;
  readonly onChoose: (chosen: string) => void;
}

interface Named {
  readonly code: string | null;
  readonly name: string;
  readonly nameTh: string | null;
}

interface Group extends Named {
  readonly id: string;
  readonly isActive: boolean;
  readonly peopleCount: number;
  readonly zones: readonly Zone[];
}

const districtsOf = (zones: readonly Zone[]): number =>
  zones.reduce((sum, { amphoeIds }) => sum + amphoeIds.length, 0);

/** Regions with their zones, and how much each covers. */
export function ZoneTree({ territories, chosen, onChoose }: ZoneTreeProps): ReactNode {
  const t = useT('remote-admin');
  const locale = useLocale();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const zonesOf = Map.groupBy(territories.zones, ({ regionId }) => regionId ?? NOWHERE);
  const homeless = zonesOf.get(NOWHERE);
  const groups: Group[] = [
    ...territories.regions.map((region) => ({ ...region, zones: zonesOf.get(region.id) ?? [] })),
    ...(homeless
      ? [
          {
            id: NOWHERE,
            code: null,
            name: t('territories.noRegion'),
            nameTh: null,
            isActive: true,
            peopleCount: homeless.reduce((sum, { peopleCount }) => sum + peopleCount, 0),
            zones: homeless,
          },
        ]
      : []),
  ];

  const content = (
    row: Named & { readonly isActive: boolean },
    { districts, people }: { readonly districts: number; readonly people: number },
  ) => (
    <span className={classes.node}>
      <span className={classes.nodeName}>
        {row.code ? <span className={classes.other}>{row.code}</span> : null} {nameIn(row, locale)}
        {row.isActive ? null : <span className={classes.other}> {t('territories.inactive')}</span>}
      </span>
      <span className={classes.other}>
        {t('territories.districts', { count: districts })} ·{' '}
        {t('territories.people', { count: people })}
      </span>
    </span>
  );
  const namesOf = ({ code, name, nameTh }: Named) => [code ?? '', name, nameTh ?? ''];

  const rows = groups.flatMap((group, place): TreeRow[] => {
    const key = `region-${group.id}`;
    const isOpen = !closed.has(key);
    const head: TreeRow = {
      id: key,
      level: 1,
      place: place + 1,
      of: groups.length,
      names: namesOf(group),
      ...(group.zones.length > 0 ? { isOpen } : {}),
      content: content(group, {
        districts: districtsOf(group.zones),
        people: group.peopleCount,
      }),
    };
    if (!isOpen) return [head];
    return [
      head,
      ...group.zones.map(
        (zone, index): TreeRow => ({
          id: `zone-${zone.id}`,
          level: 2,
          place: index + 1,
          of: group.zones.length,
          names: namesOf(zone),
          content: content(zone, {
            districts: zone.amphoeIds.length,
            people: zone.peopleCount,
          }),
        }),
      ),
    ];
  });
  const setOpen = (id: string, isOpen: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (isOpen) next.delete(id);
      else next.add(id);
      return next;
    });
  return (
    <Tree
      label={t('territories.tree')}
      rows={rows}
      rowHeight={ROW}
      height={HEIGHT}
      chosen={chosen}
      onOpen={setOpen}
      onAct={(id) => (id === `region-${NOWHERE}` ? setOpen(id, closed.has(id)) : onChoose(id))}
    />
  );
}
