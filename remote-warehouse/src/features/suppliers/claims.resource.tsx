import { registerContract } from '@boxyard/shared/client';
import { claimsArea } from '@boxyard/shared/contract/areas/claims.ts';
import { claimMachine } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { PageLink } from '@boxyard/shared/ui';
import { Days, Due } from '../../Due.tsx';
import classes from '../../lines.module.css';

registerContract(claimsArea);

/** What a supplier was asked to answer for (domain-warehouse 2.10): what it owes is seen beside its other figures. */
export const supplierClaims = defineResource({
  list: 'claims.list',
  texts: 'remote-warehouse:claims',
  page: 'claim',
  filters: { supplierId: { hidden: true } },
  columns: (c) => [
    c.custom('documentNo', {
      card: 'title',
      render: (row) => (
        <PageLink className={classes.nowrap} page="claim-detail" params={{ id: row.id }}>
          {row.documentNo}
        </PageLink>
      ),
    }),
    c.date('documentDate'),
    c.text('rmaNo'),
    c.number('itemCount'),
    c.custom('dueDate', { render: (row) => <Due claim={row} />, sort: 'dueDate' }),
    c.custom('daysOpen', { render: (row) => <Days count={row.daysOpen} /> }),
    c.money('refundTotal'),
    c.status(claimMachine),
  ],
});
