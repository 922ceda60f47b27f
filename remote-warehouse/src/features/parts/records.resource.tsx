import { registerContract } from '@boxyard/shared/client';
import { partRecordsArea } from '@boxyard/shared/contract/areas/partRecords.ts';
import { claimMachine, repairMachine } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { None, PageLink } from '@boxyard/shared/ui';
import { Due } from '../../Due.tsx';
import { SerialLink } from '../../scan/SerialLink.tsx';
import { SerialPair } from '../../scan/SerialPair.tsx';
import classes from './parts.module.css';

registerContract(partRecordsArea);

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
    c.custom('serialNo', {
      render: ({ serialNo }) => (serialNo ? <SerialLink serialNo={serialNo} /> : <None />),
    }),
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
    c.custom('serialNo', {
      render: ({ serialNo, replacementSerialNo }) =>
        serialNo ? <SerialPair serialNo={serialNo} replacement={replacementSerialNo} /> : <None />,
    }),
    c.text('defect'),
    c.choice('resolution'),
    c.custom('dueDate', { render: (row) => <Due claim={row} /> }),
    c.status(claimMachine),
  ],
});

/** Texts of the form of a part's warranty, which is no list. */
export const partWarranty = defineResource({
  list: 'parts.list',
  texts: 'remote-warehouse:warranty',
  page: 'parts-warehouse',
  columns: () => [],
});
