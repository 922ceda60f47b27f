import { readCsv } from './readCsv.ts';
import { readXlsx } from './readXlsx.ts';
import type { FileRow, FileTable, TableLimits } from './tableFile.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * The first sheet of a workbook, or a CSV file, as text: formulas are never worked out, a workbook's
 * last results stand in their place. Files that people send are read by `UntrustedFiles`, which calls
 * this in a thread of its own.
 * @throws TableError
 */
export async function readTableFile(
  content: Buffer,
  mime: string,
  limits: TableLimits,
): Promise<FileTable> {
  return mime === XLSX
    ? readXlsx(content, limits)
    : { rows: await readCsv(content, limits), unread: [] };
}

/** The rows alone. @throws TableError */
export const readTable = async (
  content: Buffer,
  mime: string,
  limits: TableLimits,
): Promise<FileRow[]> => (await readTableFile(content, mime, limits)).rows;
