import { claimMachine } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { type Ctx, type Input, money, newId } from '../../../kernel/index.ts';
import { hiddenDocuments, loadVisible } from '../../../workflow/index.ts';
import { seesCost } from './present.ts';
import { products } from './type.ts';

interface Found {
  readonly kind: 'claim' | 'warranty';
  readonly id: string;
  readonly documentNo: string | null;
  readonly status: string;
  readonly date: string;
  readonly until: string | null;
  readonly cost: string | null;
}

const SUBJECTS = { claim: 'claims', warranty: 'warranties' } as const;

/** More than one container sees in its life; a claim without a number was never opened. */
const MOST = 200;

/**
 * What somebody answered for in the life of a container, newest first: claims of parts that were taken
 * out of it, with what the goods were worth when they left for good, and its warranties, with their
 * price.
 */
export async function claimsOfProduct(ctx: Ctx, { params }: Input<'products.claims'>) {
  await loadVisible(ctx, products.type, { id: params.id });
  const { rows } = await ctx.pg.query<Found>({
    name: 'products.claims',
    text: `select 'claim' as kind, c.id, c.document_no as "documentNo", c.status,
        c.document_date::text as date, null as until,
        (select sum(i.claimed_value)::text from claim_items i where i.claim_id = c.id) as cost
      from claims c
      where c.id in (select p.removal_document_id from product_parts p
        where p.product_id = $1 and p.removal_subject = 'claims')
      union all
      select 'warranty', w.id, w.document_no, w.status, w.start_date::text, w.end_date::text,
        w.price::text
      from warranties w where w.product_id = $1
      order by date desc, "documentNo" desc limit ${MOST}`,
    values: [params.id],
  });
  const withheld = await hiddenDocuments(
    ctx,
    rows.map(({ kind, id }) => ({ type: SUBJECTS[kind], id })),
  );
  return {
    data: rows.map(({ kind, cost, ...row }) => ({
      ...row,
      // A row is told apart by it; whose it is, it does not say.
      id: withheld.has(row.id) ? newId() : row.id,
      documentNo: withheld.has(row.id) ? null : row.documentNo,
      kind,
      machine: (kind === 'claim' ? claimMachine : warrantyMachine).id,
      cost: cost === null || withheld.has(row.id) || !seesCost(ctx) ? null : money(cost),
    })),
  };
}
