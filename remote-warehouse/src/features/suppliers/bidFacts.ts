import type { useT } from '@boxyard/shared/runtime';

interface Offered {
  readonly leadTimeDays: number | null;
  readonly warrantyMonths: number | null;
  readonly brandOffered: string | null;
}

/** What is offered besides the price, in one line: how soon, how long it is warranted, which brand. */
export const bidFacts = (bid: Offered, t: ReturnType<typeof useT>): string =>
  [
    bid.leadTimeDays === null ? null : t('biddings.leadDays', { count: bid.leadTimeDays }),
    bid.warrantyMonths === null ? null : t('biddings.warranty', { count: bid.warrantyMonths }),
    bid.brandOffered,
  ]
    .filter((fact) => fact !== null && fact !== '')
    .join(' · ');
