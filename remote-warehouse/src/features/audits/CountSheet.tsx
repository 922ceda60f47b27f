import { newKey } from '@boxyard/shared/client';
import type { AuditDetail } from '@boxyard/shared/contract';
import { readScan } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import { Button, LeftIcon, PlusIcon, RefText, ToneTag } from '@boxyard/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { ScanField } from '../../scan/ScanField.tsx';
import classes from './audits.module.css';
import { CountPad } from './CountPad.tsx';
import {
  type BinLines,
  byBin,
  type FoundPart,
  isOwnFirst,
  linesToCount,
  type ShownLine,
  shownLine,
} from './countQueue.ts';
import { FoundDialog, type FoundStart } from './FoundDialog.tsx';
import { Sending } from './Sending.tsx';
import { readStep } from './scanning.ts';
import type { Counting } from './useCountQueue.ts';

interface Said {
  readonly tone: 'success' | 'error' | 'neutral';
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A quantity that is typed into the scan field: codes are longer (page's hint). */
const QUANTITY = /^\d{1,5}([.,]\d{1,3})?$/;

/**
 * The sheet of whoever counts, with one hand: tap or scan a bin, a part, say how many. Everything is
 * kept in the browser at once and sent when there is a network (domain-warehouse 2.13).
 */
export function CountSheet({
  doc,
  me,
  counting,
}: {
  readonly doc: AuditDetail;
  readonly me: string;
  readonly counting: Counting;
}) {
  const t = useT('remote-warehouse');
  const sheet = useRef<HTMLDivElement>(null);
  const { queue } = counting;
  const [binId, setBinId] = useState<string | null>(null);
  const [lineId, setLineId] = useState<string | null>(queue.typed?.lineId ?? null);
  const [said, setSaid] = useState<Said | null>(null);
  const [adding, setAdding] = useState<FoundStart | null>(null);

  const lines = linesToCount(doc).map((line) => shownLine(line, { round: doc.round, queue, me }));
  const bins = byBin(lines, doc.bins).filter((bin) => doc.round === 1 || bin.lines.length > 0);
  const line = lines.find((one) => one.line.id === lineId) ?? null;
  const bin = bins.find((one) => one.id === (line?.line.bin.id ?? binId)) ?? null;
  const text = line && queue.typed?.lineId === line.line.id ? queue.typed.text : '';

  // Where the keypad leads on, the line at hand is seen above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the line, reads none of it
  useEffect(() => {
    sheet.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [lineId]);

  const barred = (shown: ShownLine): string | null => {
    if (shown.by !== null) return t('counting.takenBy', { name: shown.by });
    return isOwnFirst(shown.line, { round: doc.round, me }) ? t('counting.ownFirst') : null;
  };
  const point = (shown: ShownLine) => {
    const reason = barred(shown);
    if (reason !== null) {
      setSaid({ tone: 'error', key: 'barred', params: { part: shown.line.part.code, reason } });
      return;
    }
    setBinId(shown.line.bin.id);
    setLineId(shown.line.id);
    setSaid(null);
  };
  const openBin = (id: string) => {
    setBinId(id);
    setLineId(null);
    setSaid(null);
  };
  const save = (shown: ShownLine, quantity: number | null) => {
    counting.count({
      id: newKey(),
      itemId: shown.line.id,
      round: doc.round,
      countedAt: new Date().toISOString(),
      quantity,
      label: labelOf(shown),
    });
    if (quantity === null) return;
    setSaid({ tone: 'success', key: 'saved', params: { part: shown.line.part.code, quantity } });
    goOn(shown);
  };
  /** To the next line of the bin that waits for its count; none: back to the bin's lines. */
  const goOn = (from: ShownLine) => {
    const own = bin?.lines ?? [];
    const at = own.findIndex((one) => one.line.id === from.line.id);
    const rest = [...own.slice(at + 1), ...own.slice(0, at)];
    const next = rest.find((one) => one.quantity === null && barred(one) === null);
    setLineId(next && next.line.serialNo === null ? next.line.id : null);
  };
  const found = (part: FoundPart, { quantity, label }: { quantity: number; label: string }) => {
    counting.count({
      id: newKey(),
      found: part,
      round: doc.round,
      countedAt: new Date().toISOString(),
      quantity,
      label,
    });
    setAdding(null);
    setSaid({ tone: 'success', key: 'foundSaved', params: { label } });
  };
  const scan = (typed: string) => {
    const value = typed.trim();
    if (line && value === '' && text !== '') return save(line, Number(text));
    if (line && QUANTITY.test(value)) return save(line, Number(value.replace(',', '.')));
    const read = readScan(value);
    if (read === null) return undefined;
    const step = readStep(read, { bins, at: bin });
    switch (step.do) {
      case 'bin':
        return openBin(step.binId);
      case 'there':
        return barred(step.line) === null ? save(step.line, 1) : point(step.line);
      case 'line': {
        const isAgain = step.line.line.id === lineId && !step.line.line.unitAllowsFraction;
        if (isAgain) {
          counting.type({ lineId: step.line.line.id, text: String(Number(text || '0') + 1) });
          return undefined;
        }
        return point(step.line);
      }
      case 'found':
        return bin
          ? setAdding({ binId: bin.id, code: step.code, isSerial: step.isSerial })
          : undefined;
      case 'noBin':
        return setSaid({ tone: 'error', key: 'noBin', params: { code: read.code } });
    }
  };
  const pending = bin ? queue.waiting.filter((count) => count.found?.binId === bin.id) : [];

  return (
    <div className={classes.sheet} ref={sheet}>
      <div className={classes.top}>
        <ScanField
          className={classes.scanInput}
          label={t('counting.scan')}
          describedBy="count-said"
          placeholder={t(line ? 'counting.scanOrQuantity' : 'counting.scan')}
          isPaused={adding !== null}
          withoutKeyboard
          onScan={scan}
        />
        <Sending counting={counting} />
      </div>
      <p id="count-said" className={classes.said} aria-live="polite">
        {said ? (
          <ToneTag tone={said.tone}>{t(`counting.said.${said.key}`, said.params)}</ToneTag>
        ) : (
          <span className={classes.quiet}>{t(bin ? 'counting.hintBin' : 'counting.hint')}</span>
        )}
      </p>
      {bin === null ? (
        <Bins bins={bins} onOpen={openBin} />
      ) : (
        <section aria-label={t('counting.atBin', { bin: bin.code })}>
          <div className={classes.binHead}>
            <Button
              icon={<LeftIcon />}
              className={classes.big ?? ''}
              onClick={() => {
                setBinId(null);
                setLineId(null);
                setSaid(null);
              }}
            >
              {t('counting.allBins')}
            </Button>
            <h2 className={classes.binName}>{bin.code}</h2>
            <Button
              icon={<PlusIcon />}
              className={classes.big ?? ''}
              onClick={() => setAdding({ binId: bin.id, code: '', isSerial: false })}
            >
              {t('counting.addFound')}
            </Button>
          </div>
          {bin.lines.length + pending.length === 0 ? (
            <p className={classes.quiet}>{t('counting.emptyBin')}</p>
          ) : null}
          <ul className={classes.rows}>
            {bin.lines.map((shown) => (
              <li key={shown.line.id}>
                <Row
                  shown={shown}
                  reason={barred(shown)}
                  isAt={shown.line.id === lineId}
                  onPoint={() => point(shown)}
                />
              </li>
            ))}
            {pending.map((count) => (
              <li key={count.id} className={classes.pendingRow}>
                <span className={classes.rowAbout}>{count.label}</span>
                <ToneTag tone="warning">{t('counting.waitingOne')}</ToneTag>
              </li>
            ))}
          </ul>
        </section>
      )}
      {line ? (
        <CountPad
          key={line.line.id}
          shown={line}
          text={text}
          onType={(next) => counting.type({ lineId: line.line.id, text: next })}
          onSave={(quantity) => save(line, quantity)}
          onClose={() => setLineId(null)}
        />
      ) : null}
      {adding ? (
        <FoundDialog start={adding} onFound={found} onClose={() => setAdding(null)} />
      ) : null}
    </div>
  );
}

const labelOf = ({ line }: ShownLine): string =>
  [line.part.code, line.serialNo ?? line.lotNo, line.bin.code].filter(Boolean).join(' · ');

function Bins({
  bins,
  onOpen,
}: {
  readonly bins: readonly BinLines[];
  readonly onOpen: (id: string) => void;
}) {
  const t = useT('remote-warehouse');
  return (
    <ul className={classes.bins} aria-label={t('counting.bins')}>
      {bins.map((bin) => {
        const isDone = bin.open === 0;
        return (
          <li key={bin.id}>
            <button type="button" className={classes.bin} onClick={() => onOpen(bin.id)}>
              <span className={classes.binCode}>{bin.code}</span>
              {bin.lines.length === 0 ? (
                <span className={classes.quiet}>{t('counting.nothingListed')}</span>
              ) : (
                <ToneTag tone={isDone ? 'success' : 'neutral'}>
                  {t('counting.of', {
                    done: bin.lines.length - bin.open,
                    all: bin.lines.length,
                  })}
                </ToneTag>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Row({
  shown,
  reason,
  isAt,
  onPoint,
}: {
  readonly shown: ShownLine;
  readonly reason: string | null;
  readonly isAt: boolean;
  readonly onPoint: () => void;
}) {
  const t = useT('remote-warehouse');
  const { line, quantity, isWaiting } = shown;
  const trace = [
    line.serialNo ?? (line.lotNo ? t('counting.lot', { lot: line.lotNo }) : null),
    line.condition === 'new' ? null : t(`condition.${line.condition}`),
    line.isFound ? t('counting.found') : null,
    reason,
  ].filter((one) => one !== null);
  return (
    <button
      type="button"
      className={`${classes.row} ${isAt ? classes.isAt : ''}`}
      aria-current={isAt ? 'true' : undefined}
      onClick={onPoint}
    >
      <span className={classes.rowAbout}>
        <RefText value={line.part} />
        {trace.length > 0 ? <span className={classes.trace}>{trace.join(' · ')}</span> : null}
      </span>
      <span className={classes.rowFigure}>
        {quantity === null ? (
          <ToneTag tone="neutral">{t('counting.open')}</ToneTag>
        ) : (
          <>
            <b className={classes.counted}>{quantity}</b>{' '}
            <span className={classes.quiet}>
              <RefText value={line.unit} show="name" />
            </span>
            {isWaiting ? <span className={classes.waits}>{t('counting.waitingOne')}</span> : null}
          </>
        )}
      </span>
    </button>
  );
}
