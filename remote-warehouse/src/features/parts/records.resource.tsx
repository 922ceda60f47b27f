import { registerContract } from '@boxyard/shared/client';
import type { Contract, RowOf } from '@boxyard/shared/contract';
import { partRecordsArea } from '@boxyard/shared/contract/areas/partRecords.ts';
import { claimMachine, repairMachine } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { None, PageLink } from '@boxyard/shared/ui';
import { Due } from '../../Due.tsx';
import classes from './parts.module.css';

registerContract(partRecordsArea);

type ClaimOfPart = RowOf<Contract['parts.claims']>;

/** The repairs of one part (domain-warehouse 4.1). */
export const partRepairs = defineResource({
  list: 'parts.repairs',
  texts: 'remote-warehouse:partRepairs',
  page: 'parts-warehouse',
  columns: (c) => [
    c.custom('documentNo', {
      card: 'title',
      render: (row) => (
        <PageLink className={classes.nowrap} page="repair-update" params={{ id: row.id }}>
          {row.documentNo}
        </PageLink>
      ),
    }),
    c.date('documentDate'),
    c.text('serialNo'),
    c.text('symptom'),
    c.person('technician'),
    c.choice('outcome'),
    c.money('totalCost', { ability: 'parts-warehouse:view-cost' }),
    c.status(repairMachine),
  ],
});

/** The claims of one part, serial numbers old and new. */
export const partClaims = defineResource({
  list: 'parts.claims',
  texts: 'remote-warehouse:partClaims',
  page: 'parts-warehouse',
  columns: (c) => [
    c.custom('documentNo', {
      card: 'title',
      render: (row) => (
        <PageLink className={classes.nowrap} page="claim-detail" params={{ id: row.claimId }}>
          {row.documentNo}
        </PageLink>
      ),
    }),
    c.date('documentDate'),
    c.ref('supplier', { show: 'name' }),
    c.custom('serialNo', { render: (row) => <Serials row={row} /> }),
    c.text('defect'),
    c.choice('resolution'),
    c.custom('dueDate', { render: (row) => <Due claim={row} /> }),
    c.status(claimMachine),
  ],
});

/** The old number and the one that stands in for it. */
function Serials({ row }: { readonly row: ClaimOfPart }) {
  if (row.serialNo === null) return <None />;
  return (
    <span className={classes.nowrap}>
      {row.serialNo}
      {row.replacementSerialNo ? ` → ${row.replacementSerialNo}` : ''}
    </span>
  );
}

/** Texts of the form of a part's warranty, which is no list. */
export const partWarranty = defineResource({
  list: 'parts.list',
  texts: 'remote-warehouse:warranty',
  page: 'parts-warehouse',
  columns: () => [],
});
