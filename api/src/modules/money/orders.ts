import {
  goneStatuses,
  type InvoiceSource,
  type TaxPoint,
  typeOfSource,
} from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { asSystem, type Ctx } from '../../kernel/index.ts';
import { issueInvoice } from './invoices/actions.ts';
import type { InvoiceBody } from './invoices/amounts.ts';
import { draftInvoice, type PlannedTax } from './invoices/draft.ts';

/**
 * What asks for invoices besides people: instalments and deposits of contracts, warranties, parts
 * sales, jobs. They call these functions and never write invoices themselves (ADR 0039).
 */
export interface InvoiceOrder {
  readonly companyId: string;
  readonly customerId: string;
  readonly source: {
    readonly type: Exclude<InvoiceSource, 'manual' | 'opening'>;
    /** The document that asks. */
    readonly id: string;
    /** What of it is charged: `3` for the third instalment. The same is invoiced once. */
    readonly key: string;
    /** How that document is called: `CT2611-0004`. */
    readonly label: string;
  };
  readonly dueDate: string;
  readonly taxPoint: TaxPoint;
  readonly vatMode: InvoiceBody['vatMode'];
  readonly whtRate?: string;
  /** What was agreed on tax, where it is not what holds today. */
  readonly planned?: PlannedTax;
  readonly discount?: InvoiceBody['discount'];
  readonly items: InvoiceBody['items'];
  readonly remark?: string | null;
}

const keyOf = ({ id, key }: InvoiceOrder['source']): string => `${id}:${key}`;

/**
 * Issues what is not issued yet, in the order that is given; answers the ids of all. A draft that takes
 * the place of a void invoice stays one: somebody is writing it.
 */
export async function issueFor(ctx: Ctx, orders: readonly InvoiceOrder[]): Promise<string[]> {
  const ids: string[] = [];
  for (const order of orders) {
    const { source } = order;
    const known = await ctx.db
      .selectFrom('invoices')
      .where('sourceType', '=', source.type)
      .where('sourceKey', '=', keyOf(source))
      .where('status', 'not in', goneStatuses)
      .select('id')
      .executeTakeFirst();
    ids.push(known?.id ?? (await issueOne(asSystem(ctx), order)));
  }
  return ids;
}

async function issueOne(ctx: Ctx, order: InvoiceOrder): Promise<string> {
  const { source } = order;
  const { id } = await draftInvoice(ctx, {
    companyId: order.companyId,
    origin: {
      type: typeOfSource(source.type),
      sourceType: source.type,
      sourceId: source.id,
      sourceKey: keyOf(source),
      sourceLabel: source.label,
    },
    mayBeLate: true,
    planned: order.planned,
    body: {
      customerId: order.customerId,
      dueDate: order.dueDate,
      taxPoint: order.taxPoint,
      vatMode: order.vatMode,
      whtRate: order.whtRate ?? '0.00',
      discount: order.discount ?? null,
      remark: order.remark ?? null,
      items: [...order.items],
    },
  });
  await issueInvoice(ctx, { params: { id }, body: { version: 1 } });
  return id;
}
