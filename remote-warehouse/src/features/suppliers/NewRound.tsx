import { registerContract } from '@boxyard/shared/client';
import { purchasingArea } from '@boxyard/shared/contract/areas/purchasing.ts';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { FormPage, useSourceDocument } from '@boxyard/shared/kit';
import { pathOf } from '@boxyard/shared/runtime';
import { biddings } from './bidding.resource.tsx';
import { instantOf } from './ClosesAt.tsx';
import { FormPending } from './FormPending.tsx';

// A round is opened for the lines of a purchase request; nothing else here asks for one.
registerContract(purchasingArea);

/** Rounds are open for a week unless somebody says otherwise. */
const OPEN_DAYS = 7;

/** A new round: for the open lines of a request, or free (`requestId` null). */
export function NewRound({ requestId }: { readonly requestId: string | null }) {
  const { doc: request, pending } = useSourceDocument('purchaseRequests.get', requestId);
  if (requestId !== null && request === null) {
    return <FormPending of="biddings">{pending}</FormPending>;
  }
  const lines = request?.items.filter((item) => item.openQty > 0 && !item.inRound) ?? [];
  return (
    <FormPage
      resource={biddings}
      mode="create"
      initialValues={{
        title: request ? `${request.documentNo ?? ''}`.trim() : '',
        closesAt: instantOf(addDays(bangkokDate(new Date()), OPEN_DAYS), ''),
        purchaseRequestId: request?.id ?? null,
        invitedSupplierIds: [...new Set(lines.flatMap((line) => line.suggestedSupplier?.id ?? []))],
        items: request
          ? lines.map((line) => ({
              requestItemId: line.id,
              partId: line.part?.id ?? null,
              description: line.freeText,
              quantity: line.openQty,
              unitId: line.unit.id,
              neededBy: request.neededBy,
            }))
          : [{}],
      }}
      after={(round) =>
        pathOf('supplier-bidding', {
          supplierId: round.suppliers[0]?.id ?? '',
          biddingId: round.id,
        })
      }
    />
  );
}
