import type { BankLine } from '@boxyard/shared/contract';
import { useT } from '@boxyard/shared/runtime';
import { PageLink, RefText, ToneTag } from '@boxyard/shared/ui';
import { moneyQuery } from '../../moneyTabs.ts';
import classes from './payments.module.css';

const TONES = { high: 'success', medium: 'processing', low: 'warning' } as const;

/** What the bank and the payer wrote, the payer first. */
export function BankLineSaid({ line }: { readonly line: BankLine }) {
  const { payerName, payerReference, description, reference } = line;
  const more = [payerReference, description].filter(Boolean).join(' · ');
  return (
    <div className={classes.said}>
      <span>{payerName || more || reference}</span>
      {payerName && more ? <span className={classes.words}>{more}</span> : null}
    </div>
  );
}

/** How sure a proposal is, in words and figures: colour alone says nothing. */
export function Confidence({
  line,
}: {
  readonly line: Pick<BankLine, 'matchLevel' | 'confidence'>;
}) {
  const t = useT('remote-purchase-sales');
  if (line.matchLevel === null) return null;
  return (
    <ToneTag tone={TONES[line.matchLevel]}>
      {t(`bankLines.choice.matchLevel.${line.matchLevel}`)} {line.confidence}%
    </ToneTag>
  );
}

/** Why, in words. */
export function Reasons({ line }: { readonly line: Pick<BankLine, 'reasons'> }) {
  const t = useT('remote-purchase-sales');
  return (
    <span className={classes.words}>
      {line.reasons.map((reason) => t(`bankLines.why.${reason}`)).join(' · ')}
    </span>
  );
}

/** What a line is, or is taken for. */
export function BankLineMatch({ line }: { readonly line: BankLine }) {
  const { payment, customer, allocations } = line;
  if (payment) {
    return (
      <div className={classes.said}>
        <PageLink page="payment-data" query={moneyQuery('payments', payment.id)}>
          {payment.documentNo}
        </PageLink>
        {customer ? <RefText value={customer} show="name" /> : null}
      </div>
    );
  }
  if (!customer) return <span className={classes.words}>{line.statusReason ?? ''}</span>;
  return (
    <div className={classes.said}>
      <span>
        <Confidence line={line} /> <RefText value={customer} show="name" />
      </span>
      <span className={classes.words}>
        {allocations.map(({ invoice }) => invoice.documentNo).join(', ')}
      </span>
      <Reasons line={line} />
    </div>
  );
}
