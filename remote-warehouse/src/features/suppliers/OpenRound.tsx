import { pathOf, useCan, useT } from '@boxyard/shared/runtime';
import { LinkButton } from '@boxyard/shared/ui';

/** Opens a round that is for no request. */
export function OpenRound() {
  const t = useT('remote-warehouse');
  const mayOpen = useCan('suppliers:open-bidding');
  if (!mayOpen) return null;
  return (
    <LinkButton type="primary" to={pathOf('suppliers', {}, { round: 'new' })}>
      {t('biddings.new')}
    </LinkButton>
  );
}
