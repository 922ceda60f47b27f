import type { ReactNode } from 'react';
import { isTerminal } from '../../domain/machine/machine.ts';
import { bangkokDate } from '../../domain/values/dates.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { StatusTag, ToneTag } from '../../ui/status/StatusTag.tsx';
import { DateText, DateTimeText } from '../../ui/text/Dates.tsx';
import { Money, None, Percent, Quantity } from '../../ui/text/Figures.tsx';
import { PageLink } from '../../ui/text/PageLink.tsx';
import type { Reference } from '../../ui/text/RefText.tsx';
import { nameIn, RefText } from '../../ui/text/RefText.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import type { Column } from '../resource/columns.tsx';
import type { ResourceText } from '../resource/useResourceText.ts';
import classes from './list.module.css';

function Flag({ value }: { readonly value: boolean }): ReactNode {
  const t = useKitText();
  return value ? t('yes') : t('no');
}

/** Records in use and out of use are told apart in every list alike. */
function ActiveTag({ value }: { readonly value: boolean }): ReactNode {
  const t = useKitText();
  return <ToneTag tone={value ? 'success' : 'neutral'}>{t(value ? 'active' : 'inactive')}</ToneTag>;
}

function Names({ records }: { readonly records: readonly Reference[] }): ReactNode {
  const locale = useLocale();
  return records.length === 0 ? (
    <None />
  ) : (
    records.map((record) => nameIn(record, locale)).join(', ')
  );
}

/** A document gets its number when it is submitted; before, it is a draft and still to be opened. */
function Draft(): ReactNode {
  const t = useKitText();
  return t('document.draft');
}

/**
 * Numbers, codes and addresses of mail are read in one piece: a hyphen in them is no place to break
 * the line, an @ is.
 */
function Code({ text }: { readonly text: string }): ReactNode {
  const [first = '', host] = text.split(/(?=@)/);
  if (!/^\S{1,24}$/.test(first)) return text;
  return (
    <>
      <span className={classes.code}>{first}</span>
      {host ? <wbr /> : null}
      {host}
    </>
  );
}

/** Whether a day has passed on which something was due that still goes on. */
function isLate<R>({ options }: Column<R>, row: R, day: string): boolean {
  const { due } = options;
  if (due === undefined || day >= bangkokDate(new Date())) return false;
  if (typeof due === 'function') return due(row);
  const { status } = row as { readonly status?: string };
  return status !== undefined && due.states[status] !== undefined && !isTerminal(due, status);
}

/** A day that has passed while what was due is not done: told by a word, not by a colour alone. */
function LateDate({ value }: { readonly value: string }): ReactNode {
  const t = useKitText();
  return (
    <span className={classes.late}>
      <DateText value={value} /> <ToneTag tone="error">{t('list.late')}</ToneTag>
    </span>
  );
}

/** Draws a cell by the kind of its column; what is missing is a dash, never nothing. */
export function Cell<R>({
  column,
  row,
  text,
}: {
  readonly column: Column<R>;
  readonly row: R;
  readonly text: ResourceText;
}): ReactNode {
  if (column.render) return column.render(row);
  const value = column.value(row);
  if (value === null || value === undefined || value === '') {
    return column.key === 'documentNo' ? <Draft /> : <None />;
  }
  switch (column.kind) {
    case 'ref': {
      const { page, pageParam = 'id' } = column.options;
      const name = <RefText value={value as Reference} show={column.show ?? 'both'} />;
      if (page === undefined) return name;
      return (
        <PageLink page={page} params={{ [pageParam]: (value as { id: string }).id }}>
          {name}
        </PageLink>
      );
    }
    case 'refs':
      return <Names records={value as readonly Reference[]} />;
    case 'person':
      return <span>{(value as { name: string }).name}</span>;
    case 'date':
      return isLate(column, row, value as string) ? (
        <LateDate value={value as string} />
      ) : (
        <DateText value={value as string} />
      );
    case 'dateTime':
      return <DateTimeText value={value as string} />;
    case 'money':
      return <Money value={value as string} places={column.places ?? 2} />;
    case 'quantity':
    case 'number': {
      const unit = column.unit?.(row) as Reference | null | undefined;
      return (
        <Quantity
          value={value as number}
          unit={unit ? <RefText value={unit} show="name" /> : undefined}
        />
      );
    }
    case 'percent':
      return <Percent value={value as string} />;
    case 'flag':
      return column.key === 'isActive' ? (
        <ActiveTag value={value as boolean} />
      ) : (
        <Flag value={value as boolean} />
      );
    case 'choice': {
      const label = text(`choice.${column.key}.${String(value)}`);
      return column.tone ? <ToneTag tone={column.tone(row)}>{label}</ToneTag> : label;
    }
    case 'status':
      return column.machine ? (
        <StatusTag machine={column.machine} status={value as string} />
      ) : (
        String(value)
      );
    case 'text':
      return <Code text={String(value)} />;
    case 'custom':
      return String(value);
  }
}
