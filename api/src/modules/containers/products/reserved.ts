import { declarationOf } from '@boxyard/shared/domain';
import type { SaleStatus } from '@boxyard/shared/domain/containers/statuses.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { hiddenDocuments } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';

interface Held {
  readonly productId: string;
  readonly subject: string;
  readonly documentId: string;
  readonly documentNo: string | null;
  readonly until: Date | null;
  readonly destination: string | null;
  readonly customerId: string | null;
  readonly customerCode: string | null;
  readonly customerName: string | null;
  readonly customerNameTh: string | null;
}

/** What is promised and not handed over for good: a document holds it. */
const HELD: readonly SaleStatus[] = ['reserved', 'contracted'];

/**
 * The documents that containers are held for, by container: number, customer or destination, and how
 * long. A contract takes its number after its reservation and moves its end, so both are read from it.
 * Of a document that this person may not read it is said that there is one, and until when.
 */
export async function reservationsOf(
  ctx: Ctx,
  rows: readonly { readonly id: string; readonly saleStatus: SaleStatus }[],
) {
  const ids = rows.flatMap(({ id, saleStatus }) => (HELD.includes(saleStatus) ? [id] : []));
  if (ids.length === 0) return new Map<string, Reservation>();
  const { rows: held } = await ctx.pg.query<Held>({
    name: 'products.reservations',
    text: `select h.product_id as "productId", h.document_subject as subject,
        h.document_id as "documentId", coalesce(ct.document_no, h.document_no) as "documentNo",
        case when ct.id is null then h.expires_at else ct.reserved_until end as until,
        wd.destination_name as destination, c.id as "customerId", c.code as "customerCode",
        coalesce(c.name_en, c.name) as "customerName", c.name as "customerNameTh"
      from container_reservations h
      left join contracts ct on h.document_subject = 'contracts' and ct.id = h.document_id
      left join customers c on c.id = ct.customer_id
      left join container_requisitions wd
        on h.document_subject = 'containerRequisitions' and wd.id = h.document_id
      where h.product_id = any($1::uuid[]) and h.ended_at is null`,
    values: [ids],
  });
  const withheld = await hiddenDocuments(
    ctx,
    held.map(({ subject, documentId }) => ({ type: subject, id: documentId })),
  );
  return new Map(held.map((one) => [one.productId, told(one, withheld.has(one.documentId))]));
}

interface Reservation {
  readonly document: {
    readonly type: string;
    readonly id: string | null;
    readonly documentNo: string | null;
  };
  readonly customer: ReturnType<typeof mustRef> | null;
  readonly destination: string | null;
  readonly until: Date | null;
}

function told(held: Held, isWithheld: boolean): Reservation {
  const type = declarationOf(held.subject)?.machine.id ?? '';
  const { until } = held;
  if (isWithheld) {
    return {
      document: { type, id: null, documentNo: null },
      customer: null,
      destination: null,
      until,
    };
  }
  return {
    document: { type, id: held.documentId, documentNo: held.documentNo || null },
    customer:
      held.customerId === null
        ? null
        : mustRef(held.customerId, held.customerCode, {
            name: held.customerName,
            nameTh: held.customerNameTh,
          }),
    destination: held.destination,
    until,
  };
}
