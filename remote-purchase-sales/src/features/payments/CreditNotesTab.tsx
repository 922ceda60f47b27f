import { DocumentDrawer, ListPage, useQueryKey } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { useCorrection } from './Correction.tsx';
import { creditNotes } from './money.resource.tsx';

/** Credit notes; they begin at their invoice, and one opens by its address. */
export function CreditNotesTab() {
  const t = useT('remote-purchase-sales');
  const [record, open] = useQueryKey('record');
  const shown = useCorrection('creditNotes');
  return (
    <ListPage resource={creditNotes} embedded onCreate={false} onOpen={({ id }) => open(id)}>
      <DocumentDrawer
        resource={creditNotes}
        id={record}
        title={t('creditNotes.one')}
        onClose={() => open(null)}
        {...shown}
      />
    </ListPage>
  );
}
