import type { Decimal } from '@boxyard/shared/domain';
import type { Person } from '../../../../testing/index.ts';
import { expectData } from '../../../../workflow/testing/world.ts';
import type { Draw, Stage } from './move.ts';
import type { Invoice, Note, Payment } from './types.ts';

/** What moves of several kinds need. */

const DAY_MS = 86_400_000;
export const REASON = 'As the customer wished';

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;

export const invoicesOf = ({ books, customer }: Draw): readonly Invoice[] =>
  [...books.invoices.values()].filter((one) => one.customer === customer);
export const paymentsOf = ({ books, customer }: Draw): readonly Payment[] =>
  [...books.payments.values()].filter((one) => one.customer === customer);
export const notesOf = (draw: Draw): readonly Note[] =>
  [...draw.books.notes.values()].filter(
    ({ invoice }) => draw.books.invoices.get(invoice)?.customer === draw.customer,
  );

/** One of them, mostly a likely one; now and then any, which may be refused. */
export function someOf<T>(
  { random }: Draw,
  all: readonly T[],
  isLikely: (one: T) => boolean,
): T | undefined {
  const likely = all.filter(isLikely);
  if (likely.length > 0 && random.chance(0.92)) return random.pick(likely);
  return all.length > 0 && random.chance(0.3) ? random.pick(all) : undefined;
}

/** One action on a document as it is now. */
export async function act(
  by: Person,
  path: string,
  {
    id,
    action,
    ...body
  }: { readonly id: string; readonly action: string } & Readonly<Record<string, unknown>>,
) {
  const { version } = expectData(await by.get(`${path}/${id}`));
  return by.post(`${path}/${id}/${action}`, { version, ...body });
}

/** A payment with its slip, as a browser sends it; each slip is another file. */
export async function withSlip(
  by: Person,
  { path, body, slip }: { readonly path: string; readonly body: object; readonly slip: string },
) {
  const form = new FormData();
  for (const [key, value] of Object.entries(body))
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value));
  const file = new Blob([`%PDF-1.4\n${slip}\n%%EOF\n`], { type: 'application/pdf' });
  form.append('slip', file, 'slip.pdf');
  const sent = new Response(form);
  return by.post(path, Buffer.from(await sent.arrayBuffer()), {
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  });
}

/** So many days ago, at this time of the day. */
export const daysAgo = ({ test }: Stage, days: number): string =>
  new Date(test.app.clock.now().getTime() - days * DAY_MS).toISOString();

/** Something between the two, in whole baht and satang. */
export const price = ({ random }: Draw, min: number, max: number): Decimal =>
  `${random.between(min, max)}.${String(random.between(0, 99)).padStart(2, '0')}00`;
