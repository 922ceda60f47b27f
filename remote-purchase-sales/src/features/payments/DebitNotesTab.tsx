import { DocumentDrawer, ListPage, useQueryKey } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { useCorrection } from './Correction.tsx';
import { debitNotes } from './debitNotes.resource.tsx';

/** Debit notes; they begin at their invoice, and one opens by its address. */
export function DebitNotesTab() {
  const t = useT('remote-purchase-sales');
  const [record, open] = useQueryKey('record');
  const shown = useCorrection('debitNotes');
  return (
    <ListPage resource={debitNotes} embedded onCreate={false} onOpen={({ id }) => open(id)}>
      <DocumentDrawer
        resource={debitNotes}
        id={record}
        title={t('debitNotes.one')}
        onClose={() => open(null)}
        {...shown}
      />
    </ListPage>
  );
}
