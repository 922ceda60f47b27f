import Button from 'antd/es/button';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
} from 'react';
import { newKey } from '../../client/http.ts';
import { mayDo } from '../../runtime/ability.tsx';
import { notifyError } from '../../runtime/notify.ts';
import { isFigure } from '../../ui/format/numbers.ts';
import { PlusIcon } from '../../ui/icons.ts';
import { DeleteIcon } from '../../ui/moreIcons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import type { ResourceText } from '../resource/useResourceText.ts';
import { isRequired } from './bodyRules.ts';
import { useErrorText } from './errorText.ts';
import { FieldInput } from './FieldInput.tsx';
import type { Following, FormValues, LineColumn, LinesDef } from './fields.tsx';
import classes from './form.module.css';
import type { FormModel, ShownError } from './useFormModel.ts';

/** Whether a paste is a block of cells and not a word to be typed into one. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim());

const FIGURES = new Set(['quantity', 'price', 'money', 'percent', 'integer', 'computed']);

/** A line as arithmetic may take it: what was pasted and is no figure counts as not typed yet. */
function computable(line: FormValues, columns: readonly LineColumn[]): FormValues {
  const wrong = columns.filter(({ kind, name }) => {
    const value = line[name];
    return FIGURES.has(kind) && value !== null && value !== undefined && !isFigure(value);
  });
  if (wrong.length === 0) return line;
  return { ...line, ...Object.fromEntries(wrong.map(({ name }) => [name, null])) };
}

/** Identity of a line over additions and removals; not part of the body. */
const keyOf = (line: FormValues, index: number): string => String(line._key ?? index);

interface LineProps {
  readonly name: string;
  readonly index: number;
  readonly line: FormValues;
  readonly def: LinesDef;
  /** The form without its lines. */
  readonly values: FormValues;
  readonly errors: Readonly<Record<string, ShownError>> | null;
  readonly required: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly text: ResourceText;
  readonly onLine: (index: number, patch: FormValues) => void;
  readonly onRemove: (index: number) => void;
  /** A record was chosen in a cell. */
  readonly onPicked: (index: number, column: LineColumn) => void;
  readonly onFollow: (index: number, follow: Following) => void;
  readonly onLeave: (field: string) => void;
}

const LineRow = memo(function LineRow(props: LineProps): ReactNode {
  const { name, index, line, def, values, errors, required, text } = props;
  const { onLine, onRemove, onLeave } = props;
  const t = useKitText();
  const errorText = useErrorText();
  return (
    <tr>
      <td className={classes.lineNo}>{index + 1}</td>
      {def.columns.map((column) => {
        const field = `${name}[${index}].${column.name}`;
        const error = errors?.[field];
        const title = text(column.label ?? [`line.${column.name}`, `field.${column.name}`]);
        const label = `${title} ${index + 1}`;
        const change = (patch: FormValues) => onLine(index, patch);
        const disabled = props.disabled || (column.disabled?.(line) ?? false);
        if (column.render) {
          return (
            <td
              key={column.name}
              data-label={title}
              data-kind={column.kind}
              className={column.kind === 'computed' ? classes.computed : undefined}
            >
              {column.render(computable(line, def.columns) as never, {
                index,
                values,
                change,
                disabled,
              })}
              {error ? <div className={classes.cellError}>{errorText(error)}</div> : null}
            </td>
          );
        }
        return (
          <td
            key={column.name}
            data-column={column.name}
            data-label={title}
            data-kind={column.kind}
          >
            <FieldInput
              kind={column.kind}
              id={field}
              label={label}
              value={line[column.name]}
              disabled={disabled}
              invalid={error !== undefined}
              describedBy={error ? `${field}-error` : undefined}
              required={required.has(column.name)}
              lookup={column.lookup}
              query={column.query?.(values)}
              whole={column.whole?.(line) ?? false}
              choices={column.values?.map((value) => ({
                value,
                label: text(`choice.${column.name}.${value}`),
              }))}
              onBlur={() => onLeave(field)}
              onChange={(value, row) => {
                change({
                  [column.name]: value,
                  ...(row ? column.onPick?.(row as never, line, values) : undefined),
                });
                if (!row) return;
                props.onPicked(index, column);
                column.follow?.(row as never, line, values).then(
                  (follow) => props.onFollow(index, follow),
                  () => undefined,
                );
              }}
            />
            {error ? (
              <div id={`${field}-error`} className={classes.cellError}>
                {errorText(error)}
              </div>
            ) : null}
          </td>
        );
      })}
      {def.fixed ? null : (
        <td className={classes.remove}>
          <Button
            type="text"
            icon={<DeleteIcon />}
            aria-label={t('lines.remove', { number: index + 1 })}
            disabled={props.disabled}
            onClick={() => onRemove(index)}
          />
        </td>
      )}
    </tr>
  );
});

interface LineItemsProps {
  readonly name: string;
  readonly def: LinesDef;
  readonly model: FormModel;
  readonly schema: Parameters<typeof isRequired>[0];
  readonly text: ResourceText;
  /** The form is being saved. */
  readonly disabled: boolean;
}

/**
 * Editable lines: Enter goes to the next row (and makes one at the end), a block from a spreadsheet
 * is pasted into the cells from where the cursor stands, codes become records.
 */
export function LineItems(props: LineItemsProps): ReactNode {
  const { name, model, schema, text, disabled } = props;
  const t = useKitText();
  const errorText = useErrorText();
  const grid = useRef<HTMLTableElement>(null);
  const def = useMemo(
    () => ({
      ...props.def,
      columns: props.def.columns.filter(({ ability }) => ability === undefined || mayDo(ability)),
    }),
    [props.def],
  );
  const lines = (model.values[name] as readonly FormValues[] | undefined) ?? [];
  const latest = useRef(lines);
  latest.current = lines;
  const { change, leave } = model;
  const write = useCallback(
    (next: readonly FormValues[]) => {
      latest.current = next;
      change({ [name]: next });
    },
    [change, name],
  );
  const onLine = useCallback(
    (index: number, patch: FormValues) =>
      write(latest.current.map((line, at) => (at === index ? { ...line, ...patch } : line))),
    [write],
  );
  const onFollow = useCallback(
    (index: number, follow: Following) =>
      write(latest.current.map((line, at) => (at === index ? { ...line, ...follow(line) } : line))),
    [write],
  );
  const onRemove = useCallback(
    (index: number) => write(latest.current.filter((_, at) => at !== index)),
    [write],
  );
  const fresh = useCallback((): FormValues => {
    const begun = def.newLine();
    return { ...begun, _key: newKey(), _begun: begun };
  }, [def]);
  // The rest of the form, the same object while only lines are typed in: other lines stay undrawn.
  const { [name]: _lines, ...others } = model.values;
  const othersKey = JSON.stringify(others);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the rest changed
  const head = useMemo(() => others, [othersKey]);
  const canAdd = !disabled && !def.fixed && lines.length < def.max;

  const focusCell = useCallback(
    (index: number, column: string | undefined) =>
      requestAnimationFrame(() => {
        const row = grid.current?.tBodies[0]?.rows[index];
        const cell = column ? row?.querySelector(`[data-column="${column}"]`) : row;
        cell?.querySelector<HTMLElement>('input, textarea, button[role="switch"]')?.focus();
      }),
    [],
  );
  // What is asked for next is how much of it.
  const onPicked = useCallback(
    (index: number, { name: picked }: LineColumn) => {
      const at = def.columns.findIndex((column) => column.name === picked);
      const amount = def.columns.slice(at).find(({ kind }) => kind === 'quantity');
      if (amount) focusCell(index, amount.name);
    },
    [def, focusCell],
  );
  const add = () => {
    write([...latest.current, fresh()]);
    focusCell(latest.current.length - 1, undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('[data-column]');
    const row = target.closest('tr');
    if (event.key !== 'Enter' || !cell || !row || event.defaultPrevented) return;
    // In an open list Enter chooses; everywhere else it would send the form.
    if (target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    const next = row.sectionRowIndex + (event.shiftKey ? -1 : 1);
    if (next >= lines.length && canAdd) {
      write([...latest.current, fresh()]);
      focusCell(next, def.columns.find((column) => !column.render)?.name);
    } else focusCell(Math.max(next, 0), cell.dataset.column);
  };
  const onPaste = async (event: ClipboardEvent<HTMLElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('[data-column]');
    const row = target.closest('tr');
    if (!isTable(pasted) || !cell || !row) return;
    event.preventDefault();
    const first = row.sectionRowIndex;
    // Few paste, so nobody else waits for how it is read.
    const paste = await import('./paste.ts').catch(() => null);
    if (!paste) {
      notifyError(t('lines.notPasted'));
      return;
    }
    const { next, codes } = paste.spread({
      text: pasted,
      lines: latest.current,
      def,
      first,
      column: cell.dataset.column,
      fresh,
    });
    write(next);
    const missing: string[] = [];
    for (const { at, column, code } of codes) {
      const record = column.lookup
        ? await paste.recordOfCode(column.lookup, code, column.query?.(head))
        : null;
      const line = latest.current[at] ?? {};
      if (!record) missing.push(code);
      else {
        // What was pasted beside the code wins over what the record would fill in.
        const filled = column.onPick?.(record as never, line, head) ?? {};
        const kept = Object.fromEntries(
          Object.entries(filled).filter(([key]) => line[key] === undefined || line[key] === null),
        );
        onLine(at, { [column.name]: record.id, ...kept });
      }
    }
    if (missing.length > 0) notifyError(t('lines.notFound'), missing.join(', '));
  };

  const byLine = groupByLine(model.errors, name);
  const required = new Set(
    def.columns
      .filter((column) => isRequired(schema, [name, 0, column.name]))
      .map((column) => column.name),
  );
  const own = model.errors[name];
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the cells inside */}
      <div className={classes.lines} onKeyDown={onKeyDown} onPaste={(event) => void onPaste(event)}>
        <table ref={grid} aria-label={text(`section.${name}`)}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {def.columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className={FIGURES.has(column.kind) ? classes.right : undefined}
                  style={{ minWidth: column.width ?? widthOf(column) }}
                >
                  {text(column.label ?? [`line.${column.name}`, `field.${column.name}`])}
                </th>
              ))}
              {def.fixed ? null : <th />}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <LineRow
                key={keyOf(line, index)}
                name={name}
                index={index}
                line={line}
                def={def}
                values={head}
                errors={byLine.get(index) ?? null}
                required={required}
                disabled={disabled}
                text={text}
                onLine={onLine}
                onRemove={onRemove}
                onPicked={onPicked}
                onFollow={onFollow}
                onLeave={leave}
              />
            ))}
          </tbody>
        </table>
      </div>
      {own ? (
        <div id={`${name}-error`} role="alert" className={classes.cellError}>
          {errorText(own)}
        </div>
      ) : null}
      <div className={classes.linesFoot}>
        <div>
          {def.fixed ? null : (
            <Button id={name} icon={<PlusIcon />} disabled={!canAdd} onClick={add}>
              {t('lines.add')}
            </Button>
          )}
          {def.fixed ? null : <div className={classes.linesHint}>{t('lines.hint')}</div>}
        </div>
        {def.totals?.({
          ...model.values,
          [name]: lines.map((line) => computable(line, def.columns)),
        } as never)}
      </div>
    </div>
  );
}

const widthOf = (column: LineColumn): number =>
  ({ record: 220, text: 160, date: 130, choice: 130, flag: 64, computed: 110 })[
    column.kind as string
  ] ?? 120;

/** Errors of each line apart, so that a line without one is not drawn again. */
function groupByLine(
  errors: FormModel['errors'],
  name: string,
): Map<number, Record<string, ShownError>> {
  const lines = new Map<number, Record<string, ShownError>>();
  const prefix = `${name}[`;
  for (const [field, error] of Object.entries(errors)) {
    if (!field.startsWith(prefix)) continue;
    const index = Number.parseInt(field.slice(prefix.length), 10);
    lines.set(index, { ...lines.get(index), [field]: error });
  }
  return lines;
}
