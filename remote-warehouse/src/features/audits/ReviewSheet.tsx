import { oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { AuditDetail, AuditVarianceLine } from '@boxyard/shared/contract';
import {
  AUDIT_DECISIONS,
  AUDIT_REASONS,
  type AuditDecision,
  type AuditReason,
  auditMachine,
  startsFrom,
} from '@boxyard/shared/domain';
import { useHotkeys, useUnsavedGuard } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  Checkbox,
  EmptyState,
  ErrorState,
  Input,
  LinkButton,
  Money,
  MoneyInput,
  Quantity,
  RefText,
  Select,
  Skeleton,
  ToneTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import classes from './audits.module.css';
import {
  type Choice,
  type Choices,
  choiceOf,
  decided,
  differing,
  isDecidedLine,
  itemsOf,
} from './reviewing.ts';
import { Signed } from './Signed.tsx';

/** Keys of a review: the line at hand, and what is decided of it. */
const DECIDING: Readonly<Record<string, AuditDecision>> = {
  a: 'accept',
  r: 'recount',
  x: 'ignore',
};

/** What differs, line by line: accepted with its reason, counted again, or ignored (domain-warehouse 2.13). */
export function ReviewSheet({ doc }: { readonly doc: AuditDetail }) {
  const t = useT('remote-warehouse');
  const found = useQuery(oneOptions('audits.variance', { params: { id: doc.id }, loading: false }));
  const isOpen = startsFrom(auditMachine, 'decide', doc.status);
  const back = (
    <div>
      <LinkButton to={pathOf('audit-detail', { id: doc.id })}>
        {t('counting.toDocument')}
      </LinkButton>
    </div>
  );
  if (!isOpen) {
    return (
      <>
        <Alert type="info" showIcon title={t('reviewing.over')} />
        {back}
      </>
    );
  }
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <Review doc={doc} lines={found.data.lines} />;
}

function Review({
  doc,
  lines,
}: {
  readonly doc: AuditDetail;
  readonly lines: readonly AuditVarianceLine[];
}) {
  const t = useT('remote-warehouse');
  const navigate = useNavigate();
  const [choices, setChoices] = useState<Choices>(new Map());
  const [all, setAll] = useState(false);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const save = useEndpointMutation('audits.setStatus');
  const letGo = useUnsavedGuard(choices.size > 0);

  const open = differing(lines);
  const shown = all ? lines : open;
  const undecided = open.filter((line) => !isDecidedLine(line, choices)).length;
  const again = open.filter((line) => choiceOf(line, choices).decision === 'recount').length;
  const current = Math.min(at, Math.max(0, shown.length - 1));
  const choose = (line: AuditVarianceLine, choice: Choice) =>
    setChoices((now) => new Map(now).set(line.id, choice));
  const decide = (line: AuditVarianceLine, decision: AuditDecision) =>
    choose(line, decided(line, choiceOf(line, choices), decision));
  const go = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to));
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  useHotkeys({
    j: () => go(current + 1),
    k: () => go(current - 1),
    ArrowDown: () => go(current + 1),
    ArrowUp: () => go(current - 1),
    ...Object.fromEntries(
      Object.entries(DECIDING).map(([key, decision]) => [
        key,
        () => {
          const line = shown[current];
          if (!line || !differing([line]).length) return false;
          decide(line, decision);
          return go(current + 1);
        },
      ]),
    ),
  });
  useEffect(() => setAt(0), []);

  const put = async (status: 'review' | 'recount') => {
    let { version } = doc;
    if (choices.size > 0) {
      const answer = await save.mutateAsync({
        params: { id: doc.id },
        body: { version, status: 'review', items: itemsOf(choices) },
      });
      version = answer.data.version;
      setChoices(new Map());
    }
    if (status === 'recount') {
      await save.mutateAsync({ params: { id: doc.id }, body: { version, status } });
    }
    letGo();
    navigate(pathOf('audit-detail', { id: doc.id }));
  };

  if (open.length === 0) {
    return (
      <EmptyState
        title={t('reviewing.noDifference')}
        action={
          <LinkButton to={pathOf('audit-detail', { id: doc.id })}>
            {t('counting.toDocument')}
          </LinkButton>
        }
      />
    );
  }
  return (
    <>
      <div className={classes.reviewBar}>
        <span aria-live="polite">
          {undecided === 0 ? (
            <ToneTag tone="success">{t('reviewing.allDecided')}</ToneTag>
          ) : (
            <ToneTag tone="warning">{t('reviewing.open', { count: undecided })}</ToneTag>
          )}
        </span>
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          {t('reviewing.showAll', { count: lines.length })}
        </Checkbox>
        <span className={`${classes.quiet} ${classes.onDesk}`}>{t('reviewing.keys')}</span>
      </div>
      <ol className={classes.review} ref={list} aria-label={t('reviewing.lines')}>
        {shown.map((line, index) => (
          <ReviewLine
            key={line.id}
            line={line}
            choice={choiceOf(line, choices)}
            isAt={index === current}
            isDecided={isDecidedLine(line, choices)}
            onPoint={() => setAt(index)}
            onDecide={(decision) => decide(line, decision)}
            onChoose={(choice) => choose(line, choice)}
          />
        ))}
      </ol>
      <div className={classes.finish}>
        {again > 0 ? (
          <Button
            className={classes.big ?? ''}
            loading={save.isPending}
            onClick={() => void put('recount')}
          >
            {t('reviewing.recount', { count: again })}
          </Button>
        ) : null}
        <Button
          type="primary"
          className={classes.big ?? ''}
          loading={save.isPending}
          disabled={choices.size === 0}
          onClick={() => void put('review')}
        >
          {t('reviewing.save')}
        </Button>
      </div>
    </>
  );
}

function ReviewLine({
  line,
  choice,
  isAt,
  isDecided,
  onPoint,
  onDecide,
  onChoose,
}: {
  readonly line: AuditVarianceLine;
  readonly choice: Choice;
  readonly isAt: boolean;
  readonly isDecided: boolean;
  readonly onPoint: () => void;
  readonly onDecide: (decision: AuditDecision) => void;
  readonly onChoose: (choice: Choice) => void;
}) {
  const t = useT('remote-warehouse');
  const differs = line.variance !== null && line.variance !== 0;
  const trace = [
    line.bin.code,
    line.serialNo ?? line.lotNo,
    line.condition === 'new' ? null : t(`condition.${line.condition}`),
    line.isFound ? t('counting.found') : null,
  ].filter(Boolean);
  const named = { part: line.part.code };
  const lacksCost =
    line.posting === 'gain' && (choice.unitCost !== null || line.varianceValue === null);
  return (
    <li
      className={`${classes.reviewLine} ${isAt ? classes.isAt : ''}`}
      {...(isAt ? { 'aria-current': 'true' as const } : {})}
      onFocusCapture={onPoint}
    >
      <div className={classes.rowAbout}>
        <RefText value={line.part} />
        <span className={classes.trace}>{trace.join(' · ')}</span>
        {line.movesFrom ? (
          <span className={classes.trace}>
            {t('reviewing.movesFrom', { from: line.movesFrom.code, to: line.bin.code })}
          </span>
        ) : null}
        {line.reserved > 0 && (line.variance ?? 0) < 0 ? (
          <span className={classes.less}>{t('reviewing.held', { quantity: line.reserved })}</span>
        ) : null}
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('reviewing.expected')}</dt>
          <dd>
            <Quantity value={line.snapshotQty + line.movedSince} />
            {line.movedSince === 0 ? null : (
              <span className={classes.trace}>
                {t('reviewing.moved', {
                  quantity: `${line.movedSince > 0 ? '+' : '−'}${Math.abs(line.movedSince)}`,
                })}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('reviewing.counted')}</dt>
          <dd>
            {line.first === null ? '–' : <Quantity value={line.first} />}
            {line.recount === null ? null : (
              <>
                {' → '}
                <Quantity value={line.recount} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('reviewing.variance')}</dt>
          <dd>
            <Signed line={line} />
            {line.varianceValue !== null && differs ? (
              <span className={classes.trace}>
                <Money value={line.varianceValue} />
              </span>
            ) : null}
          </dd>
        </div>
      </dl>
      {differs ? (
        <div className={classes.deciding}>
          <fieldset aria-label={t('reviewing.decisionOf', named)} className={classes.three}>
            {AUDIT_DECISIONS.map((decision) => (
              <Button
                key={decision}
                type={choice.decision === decision ? 'primary' : 'default'}
                aria-pressed={choice.decision === decision}
                onClick={() => onDecide(decision)}
              >
                {t(`reviewing.decide.${decision}`)}
              </Button>
            ))}
          </fieldset>
          {choice.decision === 'accept' ? (
            <>
              <Select<AuditReason>
                aria-label={t('reviewing.reasonOf', named)}
                placeholder={t('reviewing.chooseReason')}
                value={choice.reasonCode}
                status={isDecided || choice.reasonCode ? '' : 'error'}
                style={{ width: '100%' }}
                onChange={(reasonCode) => onChoose({ ...choice, reasonCode })}
                options={AUDIT_REASONS.map((value) => ({
                  value,
                  label: t(`reviewing.reason.${value}`),
                }))}
              />
              {choice.reasonCode === 'other' ? (
                <Input
                  aria-label={t('reviewing.reasonTextOf', named)}
                  placeholder={t('reviewing.reasonText')}
                  maxLength={300}
                  value={choice.reasonText ?? ''}
                  onChange={(event) => onChoose({ ...choice, reasonText: event.target.value })}
                />
              ) : null}
              {lacksCost ? (
                <MoneyInput
                  places={4}
                  aria-label={t('reviewing.unitCostOf', named)}
                  placeholder={t('reviewing.unitCost')}
                  value={choice.unitCost}
                  onChange={(unitCost) => onChoose({ ...choice, unitCost })}
                />
              ) : null}
            </>
          ) : null}
        </div>
      ) : (
        <ToneTag tone="success">{t('reviewing.agrees')}</ToneTag>
      )}
    </li>
  );
}
