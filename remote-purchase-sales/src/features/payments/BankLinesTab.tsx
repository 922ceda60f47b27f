import type { BankLine } from '@boxyard/shared/contract';
import { CallDialog, ListPage, useQueryKey } from '@boxyard/shared/kit';
import { notifySuccess, useCan, useT } from '@boxyard/shared/runtime';
import { Button, UploadIcon } from '@boxyard/shared/ui';
import { useState } from 'react';
import { namedAllocations } from './allocations.ts';
import { BankLineDrawer } from './BankLineDrawer.tsx';
import { bankLines, matchFields } from './bankLines.resource.tsx';
import { Figures } from './Figures.tsx';
import { StatementUpload } from './StatementUpload.tsx';

const MAY = 'payment-data:import-statement';

/** What a line is confirmed as, where nobody changes what is proposed. */
const asProposed = ({ version, customer, allocations }: BankLine) => ({
  version,
  customerId: customer?.id,
  allocations: namedAllocations({ allocations }),
});

/** Lines of bank statements: what is proposed for each, and what is still unknown. */
export function BankLinesTab() {
  const t = useT('remote-purchase-sales');
  const [record, open] = useQueryKey('record');
  const [, showStatement] = useQueryKey('statementId');
  const mayImport = useCan(MAY);
  const [uploading, upload] = useState(false);
  const [matching, match] = useState(false);
  return (
    <ListPage
      resource={bankLines}
      embedded
      onCreate={false}
      onOpen={({ id }) => open(id)}
      actions={
        mayImport ? (
          <>
            <Button onClick={() => match(true)}>{t('bankLines.again.button')}</Button>
            <Button type="primary" icon={<UploadIcon />} onClick={() => upload(true)}>
              {t('bankLines.upload.button')}
            </Button>
          </>
        ) : null
      }
      summary={(sums) => (
        <Figures
          of="bankLines"
          items={[
            ['incoming', sums.incoming],
            ['recorded', sums.recorded],
            ['open', sums.open],
          ]}
        />
      )}
      bulk={[
        { key: 'confirm', endpoint: 'bankLines.confirm', ability: MAY, body: asProposed },
        {
          key: 'ignore',
          endpoint: 'bankLines.ignore',
          ability: MAY,
          reason: true,
          danger: true,
          body: ({ version }, reason) => ({ version, reason }),
        },
      ]}
    >
      <BankLineDrawer key={record} id={record} onClose={() => open(null)} />
      <StatementUpload
        open={uploading}
        onClose={() => upload(false)}
        onShow={(id) => {
          upload(false);
          showStatement(id);
        }}
      />
      {matching ? (
        <CallDialog
          endpoint="bankLines.match"
          resource={bankLines}
          title={t('bankLines.again.title')}
          consequence={t('bankLines.again.text')}
          okText={t('bankLines.again.button')}
          fields={matchFields}
          initialValues={{}}
          onDone={(found) => {
            match(false);
            notifySuccess(t('bankLines.again.done', found));
          }}
          onClose={() => match(false)}
        />
      ) : null}
    </ListPage>
  );
}
