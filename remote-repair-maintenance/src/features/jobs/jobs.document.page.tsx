import { EditableDocumentPage } from '@boxyard/shared/kit';
import { jobs } from './jobs.resource.ts';

/** One, or its form while nobody has decided on it (`?edit=1`). */
export function Page() {
  return (
    <EditableDocumentPage
      resource={jobs}
      facts={(_doc, f) => [
        f.ref('warehouse', { show: 'name' }),
        f.date('neededBy'),
        f.text('remark', { known: true }),
      ]}
      sections={(s) => [
        s.lines('items', {
          rows: (doc) => doc.items,
          columns: (c) => [
            c.number('lineNo', { width: 40 }),
            c.ref('part', { width: '50%' }),
            c.quantity('quantity', { unit: (line) => line.unit }),
            c.text('note'),
          ],
        }),
      ]}
    />
  );
}
