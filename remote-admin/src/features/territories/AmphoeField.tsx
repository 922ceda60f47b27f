import type { CustomFieldProps } from '@boxyard/shared/kit';
import { confirm, useCan, useLocale, useT } from '@boxyard/shared/runtime';
import { Alert, Button, Input, SearchIcon, Skeleton } from '@boxyard/shared/ui';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { type Amphoe, type Province, searched, tickOf } from './coverage.ts';
import { Tree, type TreeRow } from './Tree.tsx';
import classes from './territories.module.css';
import { useTerritories } from './useTerritories.ts';

const ROW = 32;
const HEIGHT = 416;
/** Districts named in a question; the rest are counted. */
const NAMED = 6;

const idsOf = (value: unknown): readonly number[] => (Array.isArray(value) ? value : []);

/** What a zone covers: provinces with their districts, ticked. */
export function AmphoeField(props: CustomFieldProps): ReactNode {
  const { data } = useTerritories();
  return data ? <AmphoeTree {...props} provinces={data.provinces} /> : <Skeleton active />;
}

/** The districts of a value that another one lacks (409): the others would only hide them. */
export function AmphoeNames(props: { readonly value: unknown; readonly other: unknown }) {
  const { data } = useTerritories();
  const t = useT('remote-admin');
  const thai = useLocale() === 'th';
  const known = new Set(idsOf(props.other));
  const only = new Set(idsOf(props.value).filter((id) => !known.has(id)));
  const names = (data?.provinces ?? [])
    .flatMap(({ amphoes }) => amphoes)
    .filter(({ id }) => only.has(id))
    .map(({ nameTh, nameEn }) => (thai ? nameTh : nameEn));
  const said = [
    t('territories.districts', { count: idsOf(props.value).length }),
    ...(names.length > 0 ? [t('territories.onlyHere', { list: names.join(', ') })] : []),
  ];
  return said.join('; ');
}

function AmphoeTree(props: CustomFieldProps & { readonly provinces: readonly Province[] }) {
  const { provinces, values, patch } = props;
  const t = useT('remote-admin');
  const thai = useLocale() === 'th';
  const [term, setTerm] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const mayCreate = useCan('territories:create');
  const mayUpdate = useCan('territories:update');
  const zoneId = (values as { id?: string }).id;
  const disabled = props.disabled || !(zoneId === undefined ? mayCreate : mayUpdate);

  const chosen = useMemo(() => new Set(idsOf(props.value)), [props.value]);
  const agreed = idsOf(values.moveAmphoeIds);
  const found = useMemo(() => searched(provinces, term), [provinces, term]);
  const nameOf = (place: { readonly nameTh: string; readonly nameEn: string }) =>
    thai ? place.nameTh : place.nameEn;
  /** In another zone than this one. */
  const isElsewhere = ({ zone }: Amphoe) => zone !== null && zone.id !== zoneId;

  // Which districts may be taken from other zones was asked for, and travels with the form.
  const put = (ids: Iterable<number>, moves: readonly number[] = agreed) =>
    patch({ amphoeIds: [...ids], moveAmphoeIds: moves });
  const ask = async (amphoes: readonly Amphoe[]): Promise<boolean> => {
    const named = amphoes
      .slice(0, NAMED)
      .map((amphoe) => t('territories.move.one', { name: nameOf(amphoe), zone: amphoe.zone?.code }))
      .join(', ');
    const rest = amphoes.length - NAMED;
    const { ok } = await confirm({
      title: t('territories.move.title', { count: amphoes.length }),
      body: t('territories.move.text', {
        list: rest > 0 ? `${named} ${t('territories.move.rest', { count: rest })}` : named,
      }),
      okText: t('territories.move.ok'),
      cancelText: t('territories.move.cancel'),
    });
    return ok;
  };
  /** Ticks districts; those of other zones only after a question. */
  const tick = async (amphoes: readonly Amphoe[]) => {
    const fresh = amphoes.filter(({ id }) => !chosen.has(id));
    const free = fresh.filter((amphoe) => !isElsewhere(amphoe));
    const elsewhere = fresh.filter(isElsewhere);
    const ids = [...chosen, ...free.map(({ id }) => id)];
    if (elsewhere.length === 0) return put(ids);
    const moved = (await ask(elsewhere)) ? elsewhere.map(({ id }) => id) : [];
    return put([...ids, ...moved], [...agreed, ...moved]);
  };
  const untick = (amphoes: readonly Amphoe[]) => {
    const gone = new Set(amphoes.map(({ id }) => id));
    put(
      [...chosen].filter((id) => !gone.has(id)),
      agreed.filter((id) => !gone.has(id)),
    );
  };
  const act = (rowId: string) => {
    const [kind, number] = rowId.split('-');
    const id = Number(number);
    // A search may show a part of a province; its box stands for the whole of it.
    const amphoes =
      kind === 'p'
        ? (provinces.find((province) => province.id === id)?.amphoes ?? [])
        : provinces.flatMap((province) => province.amphoes.filter((amphoe) => amphoe.id === id));
    if (tickOf(amphoes, chosen) === true) untick(amphoes);
    else void tick(amphoes);
  };

  const isSearching = term.trim() !== '';
  // While searching every branch is open but those that were closed by hand.
  const isOpen = (key: string) => open.has(key) !== isSearching;
  const rows = found.flatMap((province, place): TreeRow[] => {
    const key = `p-${province.id}`;
    const whole = provinces.find(({ id }) => id === province.id)?.amphoes ?? [];
    const count = whole.filter(({ id }) => chosen.has(id)).length;
    const head: TreeRow = {
      id: key,
      level: 1,
      place: place + 1,
      of: found.length,
      names: [province.nameEn, province.nameTh],
      isOpen: isOpen(key),
      checked: tickOf(whole, chosen),
      content: (
        <>
          <PlaceName place={province} thai={thai} />
          <span className={classes.figure}>
            {t('territories.ofDistricts', { covered: count, total: whole.length })}
          </span>
        </>
      ),
    };
    if (!isOpen(key)) return [head];
    return [
      head,
      ...province.amphoes.map(
        (amphoe, index): TreeRow => ({
          id: `a-${amphoe.id}`,
          level: 2,
          place: index + 1,
          of: province.amphoes.length,
          names: [amphoe.nameEn, amphoe.nameTh],
          checked: chosen.has(amphoe.id),
          content: (
            <>
              <PlaceName place={amphoe} thai={thai} />
              {isElsewhere(amphoe) ? (
                <span className={classes.elsewhere}>
                  {t(chosen.has(amphoe.id) ? 'territories.movesFrom' : 'territories.inZone', {
                    zone: amphoe.zone?.code,
                  })}
                </span>
              ) : null}
            </>
          ),
        }),
      ),
    ];
  });

  const toTree = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    // Enter would send the form, ArrowDown moves in the field only.
    event.preventDefault();
    document.getElementById(props.id)?.focus();
  };
  const refused = Object.entries(props.errors);
  return (
    <div className={classes.cover}>
      {refused.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('territories.taken.title')}
          description={
            <ul className={classes.refused}>
              {refused.slice(0, NAMED).map(([field, message]) => (
                <li key={field}>{message}</li>
              ))}
            </ul>
          }
          action={
            <Button
              size="small"
              onClick={() => {
                const sent = idsOf(props.value);
                const wanted = refused.flatMap(([field]) => {
                  const id = sent[Number(/\[(\d+)\]/.exec(field)?.[1])];
                  return id === undefined ? [] : [id];
                });
                put(sent, [...agreed, ...wanted]);
              }}
            >
              {t('territories.taken.move', { count: refused.length })}
            </Button>
          }
        />
      ) : null}
      <div className={classes.coverHead}>
        <Input
          type="search"
          prefix={<SearchIcon />}
          value={term}
          placeholder={t('territories.search')}
          aria-label={t('territories.search')}
          aria-controls={props.id}
          onChange={(event) => {
            setTerm(event.target.value);
            setOpen(new Set());
          }}
          onKeyDown={toTree}
        />
        <span className={classes.figure} aria-live="polite">
          {t('territories.chosen', { count: chosen.size })}
        </span>
      </div>
      {rows.length > 0 ? (
        <Tree
          id={props.id}
          label={t('territories.zones.field.amphoeIds')}
          rows={rows}
          rowHeight={ROW}
          height={HEIGHT}
          disabled={disabled}
          onOpen={(id) =>
            setOpen((before) => {
              const next = new Set(before);
              if (!next.delete(id)) next.add(id);
              return next;
            })
          }
          onAct={act}
        />
      ) : (
        <p className={classes.quiet}>{t('territories.nothingFound')}</p>
      )}
    </div>
  );
}

interface PlaceNameProps {
  readonly place: { readonly nameTh: string; readonly nameEn: string };
  readonly thai: boolean;
}

/** A place in the language of the page, the other name lighter. */
function PlaceName({ place: { nameTh, nameEn }, thai }: PlaceNameProps) {
  return (
    <span className={classes.place}>
      {thai ? nameTh : nameEn}{' '}
      <span className={classes.other} lang={thai ? 'en' : 'th'}>
        {thai ? nameEn : nameTh}
      </span>
    </span>
  );
}
