import { callRow } from '../../client/call.ts';
import type { ListAnswer } from '../../contract/endpoint.ts';
import { decimal } from '../../domain/index.ts';
import { parseTypedDate } from '../../ui/format/dates.ts';
import { figureText, parseTypedNumber } from '../../ui/format/numbers.ts';
import type { FormValues, LineColumn, LinesDef } from './fields.tsx';

/**
 * A block copied from a spreadsheet as rows of cells. Cells with line breaks or tabs come quoted,
 * quotes inside them doubled.
 */
export function parseTable(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (quoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') {
      rows.at(-1)?.push(cell.trim());
      cell = '';
    } else if (char === '\n') {
      rows.at(-1)?.push(cell.trim());
      rows.push([]);
      cell = '';
    } else cell += char;
  }
  rows.at(-1)?.push(cell.trim());
  return rows;
}

/** A pasted cell as the value of its column; undefined leaves the cell as it was. */
function valueOfPaste(column: LineColumn, cell: string): unknown {
  switch (column.kind) {
    case 'quantity':
    case 'integer': {
      const figure = parseTypedNumber(figureText(cell));
      return figure === null ? cell : Number(figure);
    }
    case 'price':
    case 'money':
    case 'percent': {
      const figure = parseTypedNumber(figureText(cell, column.kind === 'percent'));
      const places = column.kind === 'price' ? 4 : 2;
      return figure === null ? cell : decimal.round(figure, places);
    }
    case 'date':
      return parseTypedDate(cell) ?? cell;
    case 'text':
      return cell;
    default:
      return undefined;
  }
}

/** The record whose code is exactly what was pasted, of those that the cell offers. */
export async function recordOfCode(
  lookup: string,
  code: string,
  narrowed: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string } | null> {
  const answer = (await callRow(lookup, {
    query: { ...narrowed, search: code, limit: 10 },
    loading: false,
  })) as ListAnswer<{ id: string; code?: string | null }>;
  const wanted = code.toUpperCase();
  return answer.data.find((row) => row.code?.toUpperCase() === wanted) ?? null;
}

interface Pasted {
  readonly text: string;
  readonly lines: readonly FormValues[];
  readonly def: LinesDef;
  /** Line and column of the cell that is pasted into. */
  readonly first: number;
  readonly column: string | undefined;
  readonly fresh: () => FormValues;
}

interface Code {
  readonly at: number;
  readonly column: LineColumn;
  readonly code: string;
}

/** The lines with the block laid over them, and the codes in it, which stand for records. */
export function spread({ text, lines, def, first, column, fresh }: Pasted): {
  readonly next: readonly FormValues[];
  readonly codes: readonly Code[];
} {
  const typed = def.columns.filter(({ kind }) => kind !== 'computed');
  const from = typed.findIndex(({ name }) => name === column);
  const next = [...lines];
  const codes: Code[] = [];
  for (const [offset, cells] of parseTable(text).entries()) {
    const at = first + offset;
    if (at >= def.max || (def.fixed && at >= next.length)) break;
    const line: Record<string, unknown> = { ...(next[at] ?? fresh()) };
    for (const [shift, value] of cells.entries()) {
      const into = typed[from + shift];
      if (!into || value === '') continue;
      if (into.kind === 'record') codes.push({ at, column: into, code: value });
      const read = valueOfPaste(into, value);
      if (read !== undefined) line[into.name] = read;
    }
    next[at] = line;
  }
  return { next, codes };
}
