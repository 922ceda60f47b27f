import { listOptions } from '@boxyard/shared/client';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { FormPage, useSourceDocument } from '@boxyard/shared/kit';
import { lastChoice } from '@boxyard/shared/runtime';
import { Skeleton } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { bodyOf, ofPart, PURPOSE_CHOICES, purchaseRequests } from './purchaseRequests.resource.tsx';

/** What most requests are: for what this person asked last, else stock, needed within a week. */
const fresh = () => ({
  purpose: lastChoice('purpose', PURPOSE_CHOICES) ?? 'stock',
  neededBy: addDays(bangkokDate(new Date()), 7),
  items: [{}],
});

/** The line of a part whose page led here; without one an empty line. */
function usePartLine(partId: string | null) {
  const { data, isLoading } = useQuery({
    ...listOptions('parts.price', { query: { ids: [partId ?? ''] } }),
    enabled: partId !== null,
  });
  const [part] = data?.data ?? [];
  return { line: part ? { partId: part.id, quantity: 1, ...ofPart(part) } : {}, isLoading };
}

/**
 * A new request, or a copy of an earlier one (`?copy=<id>`), as after a rejection, or one of a part
 * (`?part=<id>`).
 */
export function Page() {
  const [search] = useSearchParams();
  const copy = search.get('copy');
  const { line, isLoading } = usePartLine(search.get('part'));
  const source = useSourceDocument('purchaseRequests.get', copy);
  if (source.pending) return source.pending;
  if (isLoading) return <Skeleton active />;
  const copied = source.doc && {
    ...fresh(),
    warehouseId: source.doc.warehouse.id,
    purpose: source.doc.purpose,
    refNo: source.doc.refNo,
    department: source.doc.department,
    documentHeaderId: source.doc.documentHeader?.id ?? null,
    remark: source.doc.remark,
    copiedFromId: source.doc.id,
    items: source.doc.items.map((item) => ({
      partId: item.part?.id ?? null,
      freeText: item.freeText,
      quantity: item.quantity,
      unitId: item.unit.id,
      estimatedPrice: item.estimatedPrice,
      suggestedSupplierId: item.suggestedSupplier?.id ?? null,
      note: item.note,
    })),
  };
  return (
    <FormPage
      resource={purchaseRequests}
      mode="create"
      initialValues={copied ?? { ...fresh(), items: [line] }}
      toBody={bodyOf}
      alternatives={[{ key: 'saveDraft', body: { isDraft: true } }]}
    />
  );
}
