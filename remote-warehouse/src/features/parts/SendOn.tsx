import type { PartDetail } from '@boxyard/shared/contract';
import { mayOpen, pathOf, useCan, useT } from '@boxyard/shared/runtime';
import { LinkButton } from '@boxyard/shared/ui';

/** What may be begun of a part: it is asked for or bought, and with stock of it moved, claimed, repaired, taken apart or destroyed. */
export function SendOn({ part }: { readonly part: PartDetail }) {
  const t = useT('remote-warehouse');
  const may = {
    request: useCan('parts-requisition:create'),
    buy: useCan('purchase-requests:create') && mayOpen('purchase-request-create'),
    transfer: useCan('parts-transfer:create'),
    claim: useCan('claim:create'),
    repair: useCan('repair:create') && part.isRepairable,
    transform: useCan('transformation:create') && part.isDisassemblable,
    destroy: useCan('destruction:create'),
  };
  const { onHand, quarantine } = part.stock;
  // What is being counted may be there.
  const hasStock = onHand === null || quarantine === null || onHand + quarantine > 0;
  const search = `part=${part.id}`;
  const form = `open=new&${search}`;
  const ways = [
    { key: 'request', pathname: pathOf('parts-requisition-create'), search },
    { key: 'buy', pathname: pathOf('purchase-request-create'), search },
    { key: 'transfer', pathname: pathOf('parts-transfer'), search: form, ofStock: true },
    { key: 'claim', pathname: pathOf('claim'), search: form, ofStock: true },
    { key: 'repair', pathname: pathOf('repair-create'), search, ofStock: true },
    { key: 'transform', pathname: pathOf('transformation'), search: form, ofStock: true },
    { key: 'destroy', pathname: pathOf('destruction'), search: form, ofStock: true },
  ] as const;
  return ways
    .filter((way) => may[way.key] && (hasStock || !('ofStock' in way)))
    .map(({ key, pathname, search: query }) => (
      <LinkButton key={key} to={{ pathname, search: query }}>
        {t(`parts.send.${key}`)}
      </LinkButton>
    ));
}
