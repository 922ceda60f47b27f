import type { InvoiceSource } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import type { Ctx } from '../../../kernel/index.ts';
import type { LockedInvoice } from '../account.ts';

/**
 * What happens to the rest of an invoice whose document has another customer by now. Whoever handed the
 * document over asks for a credit note of the rest; once somebody else has approved it, the document asks
 * its new customer for it (docs/domain/money.md "What a contract owes").
 */
interface HandOver {
  /** Whose the document is now. */
  readonly customerOf: (ctx: Ctx, sourceId: string) => Promise<string | undefined>;
  /** Asks that customer for an amount with VAT, which the customer before owes no more. */
  readonly bill: (
    ctx: Ctx,
    rest: { readonly invoice: LockedInvoice; readonly amount: string },
  ) => Promise<void>;
}
const handOvers = new Map<InvoiceSource, HandOver>();

export function onHandOver(source: InvoiceSource, handOver: HandOver): void {
  handOvers.set(source, handOver);
}

export const handOverOf = (source: InvoiceSource): HandOver | undefined => handOvers.get(source);
