import { voidStatuses } from '@boxyard/shared/domain';
import { ON_THE_ROAD } from '@boxyard/shared/domain/containers/statuses.ts';
import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** A customer who may be agreed with: known by tax id, phone and address, and not blacklisted. */
export const isReady = (customerId: RawBuilder<unknown>) => sql<boolean>`exists (select 1
  from customers c where c.id = ${customerId} and c.is_active and not c.is_blacklisted and c.phone <> ''
  and (c.type = 'person' or c.tax_id is not null)
  and c.registered_address->>'provinceId' is not null)`;

/** Whether a contract's customer may be agreed with. */
export const isCustomerReady = (contract: 'ct' | 'd') =>
  isReady(sql.ref(`${contract}.customer_id`));

/** A contract that was taken over was signed in the former books. */
const hasSignedFile = sql<boolean>`(exists (select 1 from attachments a where a.subject_id = ct.id
  and a.subject_type = 'contracts' and a.kind = 'signedContract' and a.removed_at is null)
  or ct.former_no is not null)`;

/** A requisition asks for its container, or will hand it out. */
export const isRequested = sql<boolean>`exists (select 1 from container_requisition_items i
  where i.contract_id = ct.id and i.line_status in ('pending', 'allocated'))`;

/** A contract that came to nothing renews no other. */
export const isRenewed = sql<boolean>`exists (select 1 from contracts n
  where n.previous_contract_id = ct.id and n.status <> all(${voidStatuses(contractMachine)}::text[]))`;

/** The container of an exchange, as the proposal names it. */
const exchangedFor = sql`(ct.proposal->'exchange'->>'productId')::uuid`;

/** An exchange is approved, and takes place once the other container is set up. */
const isExchangeAgreed = sql<boolean>`ct.proposal_decided_at is not null`;

/** The container that a requisition would hand out: of an agreed exchange the other one. */
export const toHandOut: RawBuilder<string | null> = sql`case when ${isExchangeAgreed}
  then ${exchangedFor} else ct.product_id end`;

/** The other container of an agreed exchange is on its way to the customer, or back. */
const isReplacementOut = sql<boolean>`(${isExchangeAgreed} and exists (select 1 from products r
  where r.id = ${exchangedFor} and r.status = any(${[...ON_THE_ROAD]}::text[])))`;

/** Contracts (docs/domain/containers.md "Contract"): whose they are says their salesperson. */
export const contracts = defineFamily('contracts', {
  as: 'ct',
  warehouses: [],
  owners: ['saleId'],
  ownersOnly: true,
  fields: (query) =>
    query.select([
      isCustomerReady('ct').as('isCustomerReady'),
      hasSignedFile.as('hasSignedFile'),
      isRenewed.as('isRenewed'),
      sql<boolean>`ct.product_id is not null`.as('isReserved'),
      isRequested.as('isRequested'),
      sql<boolean>`ct.installed_on is not null`.as('isInstalled'),
      sql<boolean>`ct.proposal is not null`.as('hasProposal'),
      sql<boolean>`ct.proposal is not null and ct.proposal_decided_at is null`.as('isProposalOpen'),
      isExchangeAgreed.as('isExchangeAgreed'),
      isReplacementOut.as('isReplacementOut'),
      sql<boolean>`ct.type = 'lease'`.as('isLease'),
      sql<boolean>`ct.settled_on is not null`.as('isSettled'),
      // As the machine calls whoever may change it, and may not decide.
      sql<string>`ct.sale_id`.as('sale'),
      sql<string>`ct.sale_id`.as('assigneeId'),
    ]),
  read: (row, { actor }) => ({
    ...row,
    isProposer: row.proposedBy !== null && row.proposedBy === actor.userId,
  }),
  concerned: (row) => [row.saleId],
});
export type ContractRow = RowOfFamily<typeof contracts>;

/** A contract as reservations and the logs of containers name it. */
export const documentOf = (row: Pick<ContractRow, 'id' | 'documentNo'>) => ({
  type: 'contracts',
  subject: 'contracts',
  id: row.id,
  documentNo: row.documentNo ?? '',
});

const scheduleByContract = compiledQuery((db, given: { contractId: string }) =>
  db
    .selectFrom('contractSchedule')
    .where('contractId', '=', given.contractId)
    .orderBy('seq')
    .select(['seq', 'kind', 'dueDate', 'principal', 'interest', 'vat', 'total', 'wht', 'net'])
    .select('countsTowardsTotal'),
);

/** What is due when, in the order of the plan. */
export const scheduleOf = (ctx: Ctx, contractId: string) => scheduleByContract(ctx, { contractId });
