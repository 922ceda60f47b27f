import { csvText, readCsv } from '../tables/readCsv.ts';
import { TableError, type TableLimits } from '../tables/tableFile.ts';
import { isXml, readCamt053 } from './readCamt053.ts';
import { isMt940, type ReadStatement, readMt940 } from './readMt940.ts';
import { StatementError } from './statementFile.ts';

/** Lines before the movements and after them: the bank's heading, its totals. */
const AROUND = 100;

/**
 * XML as it says itself that it is written, a Thai bank in the code page of Windows; else as any text.
 * @throws StatementError
 */
function declared(content: Buffer, text: string): Buffer {
  const encoding = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    text.slice(0, 200),
  )?.[1];
  // Bytes of two say so by themselves.
  if (encoding === undefined || /^utf-?16/i.test(encoding)) return Buffer.from(text);
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(content));
  } catch {
    throw new StatementError('STATEMENT_BROKEN');
  }
}

/**
 * The rows of a bank's file, whichever of the three formats it is: the content says so, since banks
 * give their files any ending.
 * @throws StatementError
 */
export async function readStatement(content: Buffer, limits: TableLimits): Promise<ReadStatement> {
  const text = csvText(content);
  if (text === null) throw new StatementError('STATEMENT_BROKEN');
  if (isXml(text)) return readCamt053(declared(content, text), limits);
  if (isMt940(text)) return readMt940(text, limits);
  try {
    const rows = await readCsv(content, { ...limits, rows: limits.rows + AROUND });
    return {
      head: { format: 'csv', accountNo: null, openingBalance: null, closingBalance: null },
      rows,
    };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new StatementError(error.code === 'TABLE_ROWS' ? 'STATEMENT_ROWS' : 'STATEMENT_BROKEN');
  }
}
