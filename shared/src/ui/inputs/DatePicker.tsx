import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { bangkokDate } from '../../domain/index.ts';
import { useLocale } from '../../runtime/i18n.ts';
import {
  addMonths,
  calendarDays,
  type DatePreset,
  dateParts,
  displayYear,
  formatDate,
  formatTypedDate,
  monthName,
  parseTypedDate,
  presetRange,
  weekdayNames,
} from '../format/dates.ts';
import { LeftIcon } from '../icons.ts';
import { CalendarIcon, RightIcon } from '../moreIcons.ts';
import { useKitText } from '../useKitText.ts';
import { Input } from './Input.ts';
import classes from './inputs.module.css';

interface CalendarProps {
  /** The day the keyboard stands on and whose month is shown. */
  readonly cursor: string;
  readonly onCursor: (day: string) => void;
  readonly onPick: (day: string) => void;
  readonly chosen: (day: string) => 'end' | 'within' | null;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly focus: boolean;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Where a key leads from a day; the usual keys of a calendar grid (WAI-ARIA date picker). */
export function dayByKey(day: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return dayAfter(day, -1);
    case 'ArrowRight':
      return dayAfter(day, 1);
    case 'ArrowUp':
      return dayAfter(day, -7);
    case 'ArrowDown':
      return dayAfter(day, 7);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return null;
  }
}

/** A month of days; years are Buddhist in Thai, ISO in and out. */
function Calendar({ cursor, onCursor, onPick, chosen, min, max, focus }: CalendarProps): ReactNode {
  const t = useKitText();
  const locale = useLocale();
  const grid = useRef<HTMLTableElement>(null);
  const { year, month } = dateParts(cursor);
  const days = calendarDays({ year, month });
  const today = bangkokDate(new Date());
  useEffect(() => {
    if (focus) grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor, focus]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(cursor, event.key);
    if (!next) return;
    event.preventDefault();
    onCursor(next);
  };
  const title = `${monthName(month, locale, 'long')} ${displayYear(year, locale)}`;
  return (
    <div>
      <div className={classes.monthBar}>
        <Button
          type="text"
          size="small"
          icon={<LeftIcon />}
          aria-label={t('date.previousMonth')}
          onClick={() => onCursor(addMonths(cursor, -1))}
        />
        <span className={classes.monthName} aria-live="polite">
          {title}
        </span>
        <Button
          type="text"
          size="small"
          icon={<RightIcon />}
          aria-label={t('date.nextMonth')}
          onClick={() => onCursor(addMonths(cursor, 1))}
        />
      </div>
      <table ref={grid} className={classes.calendar} aria-label={title}>
        <thead>
          <tr>
            {weekdayNames(locale).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map(
            (week) => (
              <tr key={week[0]}>
                {week.map((day) => {
                  const mark = chosen(day);
                  const className = [
                    classes.day,
                    day.slice(0, 7) === cursor.slice(0, 7) ? '' : classes.outside,
                    day === today ? classes.today : '',
                    mark === 'end' ? classes.chosen : mark === 'within' ? classes.within : '',
                  ].join(' ');
                  return (
                    <td key={day}>
                      <button
                        type="button"
                        className={className}
                        data-day={day}
                        tabIndex={day === cursor ? 0 : -1}
                        disabled={
                          (min !== undefined && day < min) || (max !== undefined && day > max)
                        }
                        aria-label={formatDate(day, locale)}
                        aria-pressed={mark === 'end'}
                        onClick={() => onPick(day)}
                      >
                        {Number(day.slice(8))}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

export interface DatePickerProps {
  readonly id?: string;
  /** ISO; what cannot be read as a day is passed on as typed, for the schema to refuse. */
  readonly value?: string | null | undefined;
  readonly onChange?: (value: string | null) => void;
  readonly onBlur?: () => void;
  readonly min?: string;
  readonly max?: string;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly size?: 'small' | 'middle';
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling';
  readonly 'aria-required'?: boolean | 'true' | 'false';
}

/**
 * A business date. Shown and typed in the Buddhist era in Thai, in the Common Era in English; its
 * value is always ISO (anchors 2: no anchor found that does this).
 */
export function DatePicker(props: DatePickerProps): ReactNode {
  const { value, onChange, onBlur, min, max, disabled, placeholder, size, ...field } = props;
  const t = useKitText();
  const locale = useLocale();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [inGrid, setInGrid] = useState(false);
  const [cursor, setCursor] = useState(bangkokDate(new Date()));
  const iso = value && parseTypedDate(value) === value ? value : null;
  const shown = iso ? formatDate(iso, locale) : (value ?? '');

  const show = (grid: boolean) => {
    setCursor(iso ?? bangkokDate(new Date()));
    setInGrid(grid);
    setOpen(true);
  };
  const take = (text: string) => {
    if (text.trim() === '') onChange?.(null);
    else onChange?.(parseTypedDate(text) ?? text);
  };
  return (
    <Popover
      open={open && disabled !== true}
      onOpenChange={(next) => {
        if (!next) setOpen(false);
      }}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={
        <Calendar
          cursor={cursor}
          onCursor={(day) => {
            setCursor(day);
            setInGrid(true);
          }}
          onPick={(day) => {
            setTyped(null);
            onChange?.(day);
            setOpen(false);
          }}
          chosen={(day) => (day === iso ? 'end' : null)}
          min={min}
          max={max}
          focus={inGrid}
        />
      }
    >
      <Input
        {...field}
        {...(size ? { size } : {})}
        className={classes.date}
        disabled={disabled ?? false}
        autoComplete="off"
        placeholder={placeholder ?? t('date.placeholder')}
        value={typed ?? shown}
        suffix={<CalendarIcon aria-hidden className={classes.unit} />}
        onFocus={() => setTyped(iso ? formatTypedDate(iso, locale) : (value ?? ''))}
        onClick={() => show(false)}
        onChange={(event) => {
          setTyped(event.target.value);
          take(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            show(true);
          } else if (event.key === 'Escape' && open) {
            event.stopPropagation();
            setOpen(false);
          } else if (event.key === 'Tab') setOpen(false);
        }}
        onBlur={() => {
          setTyped(null);
          onBlur?.();
        }}
      />
    </Popover>
  );
}

export interface DateRange {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

export interface DateRangePickerProps {
  readonly value: DateRange;
  readonly onChange: (value: DateRange) => void;
  readonly label: string;
}

const PRESETS: readonly DatePreset[] = ['today', 'last7', 'thisMonth', 'lastMonth', 'thisYear'];

/** Two days, both inclusive (domain-conventions "Query"), with the ranges people ask for most. */
export function DateRangePicker({ value, onChange, label }: DateRangePickerProps): ReactNode {
  const t = useKitText();
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const { start, end } = value;
  const text =
    start && end
      ? start === end
        ? formatDate(start, locale)
        : `${formatDate(start, locale)} – ${formatDate(end, locale)}`
      : start
        ? t('date.from', { date: formatDate(start, locale) })
        : end
          ? t('date.until', { date: formatDate(end, locale) })
          : label;
  const today = bangkokDate(new Date());
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={
        <div>
          <div className={classes.presets}>
            {PRESETS.map((preset) => (
              <Button
                key={preset}
                size="small"
                onClick={() => {
                  onChange(presetRange(preset, today));
                  setOpen(false);
                }}
              >
                {t(`date.preset.${preset}`)}
              </Button>
            ))}
          </div>
          <div className={classes.range}>
            <DatePicker
              aria-label={t('date.start')}
              placeholder={t('date.start')}
              value={start ?? null}
              {...(end ? { max: end } : {})}
              onChange={(day) => {
                if (day === null || dateOk(day)) onChange({ start: day ?? undefined, end });
              }}
            />
            –
            <DatePicker
              aria-label={t('date.end')}
              placeholder={t('date.end')}
              value={end ?? null}
              {...(start ? { min: start } : {})}
              onChange={(day) => {
                if (day === null || dateOk(day)) onChange({ start, end: day ?? undefined });
              }}
            />
          </div>
          <Button size="small" type="link" onClick={() => onChange({})} disabled={!start && !end}>
            {t('list.clear')}
          </Button>
        </div>
      }
    >
      <Button icon={<CalendarIcon />} aria-label={`${label}: ${text}`}>
        {text}
      </Button>
    </Popover>
  );
}

const dateOk = (day: string): boolean => parseTypedDate(day) === day;
