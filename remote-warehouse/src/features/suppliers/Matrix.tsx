import { isApiError, oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { BiddingComparison } from '@boxyard/shared/contract';
import { decimal, errorText } from '@boxyard/shared/domain';
import { confirm, useCan, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  EmptyState,
  ErrorState,
  formatDecimal,
  Money,
  None,
  nameIn,
  PageLink,
  Quantity,
  RefText,
  Skeleton,
  ToneTag,
  useNarrow,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AwardDialog } from './AwardDialog.tsx';
import classes from './bidding.module.css';
import { bidFacts } from './bidFacts.ts';

type Item = BiddingComparison['items'][number];
type Bid = Item['cells'][number];
export interface Chosen {
  readonly item: Item;
  readonly bid: Bid;
  /** false: the award is taken back. */
  readonly win: boolean;
}

/** Lines by suppliers: landed prices, the lowest, the winners, and what it comes to (4.1). */
export function Matrix({ biddingId }: { readonly biddingId: string }) {
  const t = useT('remote-warehouse');
  const narrow = useNarrow();
  const found = useQuery(oneOptions('biddings.comparison', { params: { id: biddingId } }));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  if (found.isError && !found.data) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!found.data) return <Skeleton active />;
  const comparison = found.data;
  if (comparison.suppliers.every(({ quotation }) => quotation === null)) {
    return <EmptyState title={t('biddings.noBids')} text={t('biddings.noBidsText')} />;
  }
  const View = narrow ? Cards : Grid;
  return (
    <>
      <Totals comparison={comparison} />
      <AwardLowest comparison={comparison} />
      <View comparison={comparison} onChoose={setChosen} />
      {chosen ? (
        <AwardDialog
          key={chosen.bid.id}
          version={comparison.version}
          chosen={chosen}
          supplier={supplierOf(comparison, chosen.bid)}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </>
  );
}

const supplierOf = ({ suppliers }: BiddingComparison, { supplierId }: Bid) =>
  suppliers.find(({ supplier }) => supplier.id === supplierId)?.supplier ?? null;

/** One supplier for everything, or each line from the cheapest: what either costs. */
function Totals({ comparison }: { readonly comparison: BiddingComparison }) {
  const t = useT('remote-warehouse');
  const { bestSingle, bestSplit, suppliers, awardedTotal } = comparison;
  const single = suppliers.find(({ supplier }) => supplier.id === bestSingle?.supplierId);
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{t('biddings.bestSingle')}</dt>
        <dd>
          {bestSingle && single ? (
            <>
              <Money value={bestSingle.total} /> <RefText value={single.supplier} show="name" />
            </>
          ) : (
            <None />
          )}
        </dd>
      </div>
      <div>
        <dt>
          {t(bestSplit?.complete === false ? 'biddings.bestSplitPart' : 'biddings.bestSplit')}
        </dt>
        <dd>{bestSplit ? <Money value={bestSplit.total} /> : <None />}</dd>
      </div>
      <div>
        <dt>{t('biddings.awardedTotal')}</dt>
        <dd>
          <Money value={awardedTotal} />
        </dd>
      </div>
    </dl>
  );
}

interface ViewProps {
  readonly comparison: BiddingComparison;
  readonly onChoose: (chosen: Chosen) => void;
}

function Grid({ comparison, onChoose }: ViewProps) {
  const t = useT('remote-warehouse');
  const { suppliers, items } = comparison;
  return (
    // A region that scrolls is reached by the keyboard, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className={classes.scroll} tabIndex={0} aria-label={t('biddings.section.comparison')}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('biddings.line.part')}</th>
            {suppliers.map(({ supplier, quotation }) => (
              <th key={supplier.id} scope="col">
                {quotation ? (
                  <PageLink
                    page="supplier-quotation"
                    params={{ supplierId: supplier.id, quotationId: quotation.id }}
                  >
                    <RefText value={supplier} show="name" />
                  </PageLink>
                ) : (
                  <RefText value={supplier} show="name" />
                )}
                <span className={classes.note}>
                  {quotation ? quotation.supplierQuoteNo : t('biddings.noQuotation')}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                <ItemName item={item} />
              </th>
              {suppliers.map(({ supplier }) => {
                const bid = item.cells.find(({ supplierId }) => supplierId === supplier.id);
                return (
                  <td key={supplier.id} className={bid?.isWinner ? classes.won : undefined}>
                    {bid ? <BidCell bid={bid} item={item} onChoose={onChoose} /> : <None />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('biddings.offeredTotal')}</th>
            {suppliers.map(({ supplier }) => (
              <td key={supplier.id}>
                <Offered items={items} supplierId={supplier.id} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('biddings.wonTotal')}</th>
            {suppliers.map(({ supplier, wonTotal }) => (
              <td key={supplier.id}>
                <Money value={wonTotal} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** On a phone each line is a card, its bids from the cheapest down. */
function Cards({ comparison, onChoose }: ViewProps) {
  return (
    <div className={classes.cards}>
      {comparison.items.map((item) => (
        <section key={item.id} className={classes.card}>
          <h3>
            <ItemName item={item} />
          </h3>
          <ul className={classes.offers}>
            {[...item.cells]
              .sort((a, b) => decimal.compare(a.landedUnitPrice, b.landedUnitPrice))
              .map((bid) => {
                const supplier = supplierOf(comparison, bid);
                return (
                  <li key={bid.id} className={bid.isWinner ? classes.won : undefined}>
                    {supplier ? <RefText value={supplier} show="name" /> : null}
                    <BidCell bid={bid} item={item} onChoose={onChoose} />
                  </li>
                );
              })}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ItemName({ item }: { readonly item: Item }) {
  const t = useT('remote-warehouse');
  return (
    <>
      {item.part ? <RefText value={item.part} /> : item.description}
      <span className={classes.note}>
        <Quantity value={item.quantity} unit={<RefText value={item.unit} show="name" />} />
        {item.isReleased ? ` · ${t('biddings.released')}` : ''}
      </span>
    </>
  );
}

/** What everything that a supplier offers comes to; of how many lines, where it leaves some out. */
function Offered({
  items,
  supplierId,
}: {
  readonly items: readonly Item[];
  readonly supplierId: string;
}) {
  const t = useT('remote-warehouse');
  const bids = items.flatMap(({ cells }) => cells.filter((bid) => bid.supplierId === supplierId));
  if (bids.length === 0) return <None />;
  return (
    <>
      <Money value={decimal.round(decimal.add(...bids.map((bid) => bid.landedTotal)))} />
      {bids.length < items.length ? (
        <span className={classes.note}>
          {t('biddings.ofLines', { count: bids.length, total: items.length })}
        </span>
      ) : null}
    </>
  );
}

/** The lowest bid of each line that is still to be awarded and that this person may award. */
const lowestOpen = ({ items }: BiddingComparison): Bid[] =>
  items.flatMap((item) =>
    item.isReleased || item.wonQuantity > 0
      ? []
      : item.cells.filter((bid) => bid.isLowest && bid.refusal === null).slice(0, 1),
  );

/** Awards each open line to whoever is cheapest, one after the other, as each changes the round. */
function AwardLowest({ comparison }: { readonly comparison: BiddingComparison }) {
  const t = useT('remote-warehouse');
  const mayAward = useCan('suppliers:award');
  const [busy, setBusy] = useState(false);
  const award = useEndpointMutation('quotationItems.win');
  const bids = lowestOpen(comparison);
  if (!mayAward || bids.length === 0) return null;
  const total = decimal.round(decimal.add(...bids.map((bid) => bid.landedTotal)));
  const run = async () => {
    const { ok } = await confirm({
      title: t('biddings.awardLowest'),
      body: t('biddings.awardLowestText', { count: bids.length, total: formatDecimal(total, 2) }),
      okText: t('biddings.awardLowest'),
    });
    if (!ok) return;
    setBusy(true);
    let { version } = comparison;
    try {
      for (const bid of bids) {
        const round = await award.mutateAsync({
          params: { supplierId: bid.supplierId, quotationId: bid.quotationId, id: bid.id },
          body: { version, win: true },
        });
        version = round.data.version;
      }
    } catch (error) {
      // The notice says what is against it; what was awarded so far stands in the comparison.
      if (!isApiError(error)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.lowest}>
      <Button loading={busy} onClick={() => void run()}>
        {t('biddings.awardLowest')}
      </Button>
    </div>
  );
}

interface BidProps {
  readonly bid: Bid;
  readonly item: Item;
  readonly onChoose: (chosen: Chosen) => void;
}

function BidCell({ bid, item, onChoose }: BidProps) {
  const t = useT('remote-warehouse');
  const facts = [
    bidFacts(bid, t),
    bid.moq === null ? null : t('biddings.moq', { quantity: bid.moq }),
    bid.quantity < item.quantity ? t('biddings.offers', { quantity: bid.quantity }) : null,
  ].filter((fact) => fact !== null && fact !== '');
  return (
    <div className={classes.bid}>
      <span className={classes.price}>
        <Money value={bid.landedUnitPrice} places={4} />
        {bid.isLowest ? <ToneTag tone="success">{t('biddings.lowest')}</ToneTag> : null}
      </span>
      {facts.length > 0 ? <span className={classes.note}>{facts.join(' · ')}</span> : null}
      {bid.isWinner ? (
        <span>
          <ToneTag tone="processing">{t('biddings.won', { quantity: bid.wonQuantity })}</ToneTag>
          {bid.wonReason ? <span className={classes.note}>{bid.wonReason}</span> : null}
        </span>
      ) : null}
      <AwardButtons bid={bid} item={item} onChoose={onChoose} />
    </div>
  );
}

function AwardButtons({ bid, item, onChoose }: BidProps) {
  const t = useT('remote-warehouse');
  const locale = useLocale();
  const mayAward = useCan('suppliers:award');
  if (!mayAward || item.isReleased) return null;
  const name = item.part ? nameIn(item.part, locale) : item.description;
  if (bid.isWinner) {
    return bid.isOrdered ? (
      <span className={classes.note}>{t('biddings.ordered')}</span>
    ) : (
      <div className={classes.buttons}>
        <Button
          size="small"
          aria-label={t('biddings.withdrawOf', { name })}
          onClick={() => onChoose({ item, bid, win: false })}
        >
          {t('biddings.withdrawAward')}
        </Button>
      </div>
    );
  }
  if (bid.refusal === 'SELF_APPROVAL') {
    return <span className={classes.note}>{errorText(locale, 'SELF_APPROVAL', {})}</span>;
  }
  if (bid.refusal !== null || item.wonQuantity >= item.quantity) return null;
  return (
    <div className={classes.buttons}>
      <Button
        size="small"
        aria-label={t('biddings.awardOf', { name })}
        onClick={() => onChoose({ item, bid, win: true })}
      >
        {t('biddings.award')}
      </Button>
    </div>
  );
}
