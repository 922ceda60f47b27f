import type { DocumentModel } from '../documents/model.ts';
import { SYSTEM } from './actor.ts';
import { printer } from './printer.ts';

const model = (terms: string): DocumentModel => ({
  lang: 'en',
  title: 'Sales contract',
  documentNo: 'CT2611-0001',
  date: '2026-11-20',
  header: { nameTh: 'สยาม' },
  parties: [],
  facts: [],
  columns: [],
  rows: [],
  terms,
});
/** Texts of the length that a contract may have, which take seconds to lay out. */
const HEAVY = { marks: `a${'\u0301'.repeat(19_999)}`, oneWord: 'ก'.repeat(20_000) };
/** No text may hold up other callers for longer. */
const MAX_DELAY = 50;
/** A busy machine delays by itself; a text that blocks the server does so each time. */
const ATTEMPTS = 10;

/** The longest time in milliseconds for which the thread of the server did nothing else. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 2);
  await work().finally(() => clearInterval(timer));
  return longest;
}

it.each(Object.entries(HEAVY))('a heavy text (%s) holds nobody up', async (_name, terms) => {
  const prints = printer();
  await prints.document(model('x'), SYSTEM);
  const pauses: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // Whether it is printed or refused is another matter.
    const print = () => prints.document(model(terms), SYSTEM).catch(() => null);
    pauses.push(await longestPause(print));
    if (Math.min(...pauses) <= MAX_DELAY) break;
  }
  await prints.close();
  expect(Math.min(...pauses)).toBeLessThanOrEqual(MAX_DELAY);
});

it('refuses what takes too long, and prints the next one', async () => {
  const hasty = printer({ taskMs: 1 });
  await expect(hasty.document(model(HEAVY.marks), SYSTEM)).rejects.toMatchObject({
    statusCode: 409,
    code: 'PDF_TOO_LARGE',
  });
  await hasty.close();
  const patient = printer();
  const file = await patient.document(model('1. The company delivers.'), SYSTEM);
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  await patient.close();
});

it('says what is wrong with a document that cannot be printed', async () => {
  const prints = printer();
  await expect(prints.document({ ...model('x'), date: 'never' }, SYSTEM)).rejects.toThrow(
    /never|Invalid/,
  );
  await prints.close();
});
