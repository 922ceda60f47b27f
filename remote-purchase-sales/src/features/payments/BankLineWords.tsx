import type { BankLine, BankStatement } from '@boxyard/shared/contract';
import { DECIDED_LINE_STATUSES } from '@boxyard/shared/domain/money/bankLineMachine.ts';
import { useT } from '@boxyard/shared/runtime';
import { DateText, Money, PageLink, RefText, ToneTag } from '@boxyard/shared/ui';
import { moneyQuery } from '../../moneyTabs.ts';
import classes from './payments.module.css';

const TONES = { high: 'success', medium: 'processing', low: 'warning' } as const;

/** What the bank and the payer wrote, the payer first. */
export function BankLineSaid({ line }: { readonly line: BankLine }) {
  const { payerName, payerReference, description, reference, alike, status } = line;
  const more = [payerReference, description].filter(Boolean).join(' · ');
  return (
    <div className={classes.said}>
      <span>{payerName || more || reference}</span>
      {payerName && more ? <span className={classes.words}>{more}</span> : null}
      {alike && !isDecided(status) ? <Alike /> : null}
    </div>
  );
}

const isDecided = (status: BankLine['status']): boolean =>
  (DECIDED_LINE_STATUSES as readonly string[]).includes(status);

/** The mark of a line that may be the same money as another one. */
function Alike() {
  const t = useT('remote-purchase-sales');
  return (
    <span>
      <ToneTag tone="warning">{t('bankLines.alike.mark')}</ToneTag>
    </span>
  );
}

/** That a statement does not open with what the one before it closed with, and by how much. */
export function MissingDays({ gap }: { readonly gap: NonNullable<BankStatement['gapBefore']> }) {
  const t = useT('remote-purchase-sales');
  return (
    <>
      {t('bankLines.upload.missingDays', { fileName: gap.fileName })}{' '}
      <DateText value={gap.closedOn} /> {t('bankLines.upload.closedWith')}{' '}
      <Money value={gap.closingBalance} /> · {t('bankLines.upload.missingRest')}{' '}
      <Money value={gap.amount} />
    </>
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
        {allocations.flatMap(({ invoice }) => invoice?.documentNo ?? []).join(', ')}
      </span>
      <Reasons line={line} />
    </div>
  );
}
