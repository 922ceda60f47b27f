import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { rowOptions } from '../../client/query.ts';
import type { ListAnswer, RowOf } from '../../contract/endpoint.ts';
import type { Contract, ListName } from '../../contract/index.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { useOnline } from '../../runtime/media.ts';
import { formatQuantity } from '../format/numbers.ts';
import { nameIn } from '../text/RefText.tsx';
import { useKitText } from '../useKitText.ts';
import classes from './inputs.module.css';
import { kindOfLookup } from './lookupKind.ts';

/** What every look-up of the contract answers at least. */
interface Choice {
  readonly id: string | number;
  readonly code?: string | null;
  readonly name?: string;
  readonly nameTh?: string | null | undefined;
  readonly nameEn?: string | null;
  /** A small picture, as a data URL. */
  readonly cover?: string | null;
  /** Of a part: what may be picked of it, null while this person counts it; and where most of it lies. */
  readonly available?: number | null;
  readonly place?: string | null;
}

/** How long typing must pause before the server is asked. */
const DEBOUNCE_MS = 250;
const PAGE = 50;

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export interface RecordSelectProps<L extends ListName, V = string> {
  /** The look-up of the contract that is searched. */
  readonly lookup: L;
  readonly value?: V | readonly V[] | null | undefined;
  readonly onChange?: (value: V | V[] | null, row: RowOf<Contract[L]> | null) => void;
  readonly multiple?: boolean;
  /** Further parts of the look-up's query: filters. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Records already known to the page (the document's own references): spares a call. */
  readonly known?: readonly Choice[];
  /** Rows that may not be chosen. */
  readonly omit?: (row: RowOf<Contract[L]>) => boolean;
  /** Under the list: a button that opens a drawer to create one. */
  readonly create?: ReactNode;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly allowClear?: boolean;
  readonly size?: 'small' | 'middle';
  readonly id?: string;
  readonly onBlur?: () => void;
  readonly autoFocus?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-required'?: boolean;
}

type SelectAria = Pick<
  RecordSelectProps<ListName>,
  'aria-label' | 'aria-describedby' | 'aria-invalid' | 'aria-required'
>;
const ariaOf = (props: SelectAria): SelectAria =>
  Object.fromEntries(Object.entries(props).filter(([name]) => name.startsWith('aria-')));

const nameOf = (choice: Choice, locale: 'en' | 'th'): string =>
  choice.name !== undefined
    ? nameIn({ name: choice.name, nameTh: choice.nameTh ?? null }, locale)
    : ((locale === 'th' ? choice.nameTh : choice.nameEn) ?? choice.nameTh ?? choice.nameEn ?? '');

const saysOf = ({ code, name, nameTh, nameEn }: Choice): string =>
  [code, name, nameTh, nameEn].filter(Boolean).join(' ').toLowerCase();

/** What there is of a part, at the end of its option. */
function OnShelf({ choice }: { readonly choice: Choice }): ReactNode {
  const t = useKitText();
  const { available, place } = choice;
  if (available === undefined) return null;
  return (
    <span className={classes.optionStock}>
      {available === null
        ? t('select.counted')
        : t('select.available', { quantity: formatQuantity(available) })}
      {place ? ` · ${place}` : null}
    </span>
  );
}

/** Components that say at the end of an option what its choice needs; stock of parts by default. */
const asides = new Map<ListName, (props: { readonly choice: never }) => ReactNode>();

/** Sets what the options of a look-up say besides code and name. */
export const registerOptionAside = <L extends ListName>(
  lookup: L,
  aside: (props: { readonly choice: RowOf<Contract[L]> }) => ReactNode,
): unknown => asides.set(lookup, aside);

/**
 * Chooses a record by the server's look-up: search while typing, arrows and Enter, code and name in
 * the language of the page. The value is the record's id.
 */
export function RecordSelect<L extends ListName, V extends string | number = string>(
  props: RecordSelectProps<L, V>,
): ReactNode {
  const { lookup, value, onChange, multiple = false, query = {}, known = [], omit, create } = props;
  const t = useKitText();
  const kind = kindOfLookup(lookup);
  const Aside = (asides.get(lookup) ?? OnShelf) as typeof OnShelf;
  const locale = useLocale();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed);
  const filters = { filters: query, limit: PAGE, ...(search ? { search } : {}) };
  const found = useQuery({
    ...rowOptions(lookup, { query: filters, loading: false }),
    enabled: open,
    placeholderData: (previous: unknown) => previous,
  });
  const rows = (found.data as ListAnswer<Choice> | undefined)?.data ?? [];

  const chosen: readonly V[] =
    value === null || value === undefined ? [] : Array.isArray(value) ? value : [value as V];
  const seen = useRef(new Map<string | number, Choice>());
  for (const choice of known) if (choice) seen.current.set(choice.id, choice);
  for (const row of rows) seen.current.set(row.id, row);
  const unknown = chosen.filter((id) => typeof id === 'string' && !seen.current.has(id));
  // A value whose name nobody has told yet: the look-up itself names it.
  const named = useQuery({
    ...rowOptions(lookup, { query: { ids: unknown, limit: PAGE }, loading: false }),
    enabled: unknown.length > 0,
  });
  for (const row of (named.data as ListAnswer<Choice> | undefined)?.data ?? []) {
    seen.current.set(row.id, row);
  }

  // Until the server has answered, what is known of what was typed: a list that changes only then
  // changes under the pointer.
  const isAhead = typed !== search || found.isPlaceholderData;
  const wanted = typed.trim().toLowerCase();
  const shown = isAhead ? rows.filter((row) => saysOf(row).includes(wanted)) : rows;

  const optionsOf = () => {
    const offered = shown.filter((row) => !omit?.(row as never) || chosen.includes(row.id as V));
    // While somebody searches, what is chosen stands among what was found or not at all: it would
    // be the first of the list, and the one that Enter takes.
    const rest = wanted === '' ? chosen.filter((id) => !offered.some((row) => row.id === id)) : [];
    return [...rest.map((id) => seen.current.get(id) ?? { id }), ...offered].map((row) => {
      const name = nameOf(row as Choice, locale);
      // Bins are called by their code alone.
      const code = (row as Choice).code === name ? null : (row as Choice).code;
      return {
        value: row.id as V,
        name: [code, name].filter(Boolean).join(' ') || '…',
        choice: row as Choice,
        label: (
          <span className={classes.option}>
            {(row as Choice).cover ? (
              <img className={classes.optionCover} src={(row as Choice).cover ?? ''} alt="" />
            ) : null}
            {code ? <span className={classes.optionCode}>{code}</span> : null}
            <span className={classes.optionName} title={name}>
              {name || '…'}
            </span>
          </span>
        ),
      };
    });
  };

  const failed = (
    <Button size="small" type="link" onClick={() => void found.refetch()}>
      {t('select.failed')}
    </Button>
  );
  const rowOf = (id: V) => (seen.current.get(id) ?? null) as RowOf<Contract[L]> | null;
  return (
    <Select<V | V[] | null>
      style={{ width: '100%' }}
      {...(props.id ? { id: props.id } : {})}
      {...(props.size ? { size: props.size } : {})}
      {...ariaOf(props as SelectAria)}
      {...(props['aria-invalid'] ? { status: 'error' as const } : {})}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      value={(multiple ? [...chosen] : (chosen[0] ?? null)) as V | V[] | null}
      options={optionsOf() as never}
      // In the list only: the field itself says what was chosen.
      optionRender={(option) => (
        <span className={classes.optionRow}>
          {option.label}
          <Aside choice={(option.data as unknown as { choice: Choice }).choice} />
        </span>
      )}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTyped('');
      }}
      loading={found.isFetching}
      disabled={props.disabled ?? false}
      allowClear={props.allowClear ?? true}
      autoFocus={props.autoFocus ?? false}
      placeholder={props.placeholder ?? t(kind ? `select.kind.${kind}` : 'select.placeholder')}
      popupMatchSelectWidth={false}
      notFoundContent={
        !online
          ? t('select.offline')
          : found.isError
            ? failed
            : found.isFetching || isAhead
              ? t('select.searching')
              : t('select.none')
      }
      popupRender={(menu) => (
        <>
          {menu}
          {create}
        </>
      )}
      onBlur={() => props.onBlur?.()}
      onChange={(next) => {
        if (next === null || next === undefined) onChange?.(multiple ? [] : null, null);
        else if (Array.isArray(next)) onChange?.(next, null);
        else onChange?.(next, rowOf(next));
      }}
    />
  );
}
