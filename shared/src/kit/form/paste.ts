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

/** Whether a paste is a block of cells and not a word to be typed into one. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim());
