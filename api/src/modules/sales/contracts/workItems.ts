import {
  contractMachine,
  endedContractStatuses,
} from '@boxyard/shared/domain/sales/contractMachine.ts';
import { sql } from 'kysely';
import { contracts, isCustomerReady } from './type.ts';

const customer = `(select coalesce(c.name_en, c.name) from customers c where c.id = d.customer_id)`;

/** Its container is held and its customer may be agreed with; else nobody approves it. */
const isApprovable = sql<boolean>`d.product_id is not null and ${isCustomerReady('d')}`;

/** It has a deposit to give back; without one a settlement is nobody's duty. */
const isUnsettled = sql<boolean>`d.settlement_status = 'open'`;

export const contractWorkItems = contracts.workItems({
  amount: 'd.grand_total',
  due: 'd.start_date',
  title: { en: customer, th: `(select c.name from customers c where c.id = d.customer_id)` },
  steps: [
    { action: 'approve', status: 'pending', notBy: ['d.sale_id'], where: () => isApprovable },
    { action: 'revise', status: 'rejected', mine: true },
    {
      action: 'activate',
      status: 'approved',
      clears: ['hasSignedFile', 'isInstalled'],
    },
    ...contractMachine.actions['approve-change'].from.map((status) => ({
      key: 'decideContractChange',
      action: 'approve-change' as const,
      status,
      amount: 'd.proposed_total',
      due: 'd.proposal_effective_date',
      notBy: ['d.proposed_by', 'd.sale_id'],
      asked: {
        where: 'd.proposal is not null and d.proposal_decided_at is null',
        since: 'd.proposed_at',
      },
    })),
    ...endedContractStatuses.map((status) => ({
      key: 'settleContract',
      action: 'settle' as const,
      status,
      due: 'coalesce(d.ended_on, d.end_date)',
      where: () => isUnsettled,
    })),
  ],
});
