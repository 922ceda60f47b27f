import { useT } from '@boxyard/shared/runtime';
import { Button, CheckIcon, CloseIcon, NONE, RefText } from '@boxyard/shared/ui';
import classes from './audits.module.css';
import type { ShownLine } from './countQueue.ts';

interface Props {
  readonly shown: ShownLine;
  /** What is typed so far; it outlives a reload. */
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onSave: (quantity: number | null) => void;
  readonly onClose: () => void;
}

const DIGITS = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const;
const MAX_DIGITS = 9;

/** How many there are, under the thumb: a keypad, or yes and no where it is one thing with a number. */
export function CountPad({ shown, text, onType, onSave, onClose }: Props) {
  const t = useT('remote-warehouse');
  const { line, quantity } = shown;
  const typed = text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
  const add = (key: string) => {
    if (text.length >= MAX_DIGITS) return;
    if (key === '.' && (!line.unitAllowsFraction || text.includes('.'))) return;
    if ((text.split('.')[1]?.length ?? 0) >= 3) return;
    onType(text === '0' && key !== '.' ? key : `${text}${key}`);
  };
  const step = (by: 1 | -1) => onType(String(Math.max(0, (typed ?? quantity ?? 0) + by)));
  const keys: readonly { face: string; label?: string; run: () => void }[] = [
    ...DIGITS.map((face) => ({ face, run: () => add(face) })),
    line.unitAllowsFraction
      ? { face: '.', run: () => add('.') }
      : { face: '−1', label: t('counting.oneLess'), run: () => step(-1) },
    { face: '0', run: () => add('0') },
    line.unitAllowsFraction
      ? { face: '⌫', label: t('counting.erase'), run: () => onType(text.slice(0, -1)) }
      : { face: '+1', label: t('counting.oneMore'), run: () => step(1) },
  ];
  return (
    <section className={classes.pad} aria-label={t('counting.padOf', { part: line.part.code })}>
      <div className={classes.padHead}>
        <span className={classes.rowAbout}>
          <RefText value={line.part} />
          <span className={classes.trace}>
            {[line.bin.code, line.serialNo ?? line.lotNo].filter(Boolean).join(' · ')}
          </span>
        </span>
        <Button
          type="text"
          className={classes.big ?? ''}
          icon={<CloseIcon />}
          aria-label={t('counting.closePad')}
          onClick={onClose}
        />
      </div>
      {line.serialNo !== null ? (
        <div className={classes.twoKeys}>
          <Button className={classes.key ?? ''} onClick={() => onSave(0)}>
            {t('counting.notThere')}
          </Button>
          <Button
            type="primary"
            className={classes.key ?? ''}
            icon={<CheckIcon />}
            onClick={() => onSave(1)}
          >
            {t('counting.there')}
          </Button>
        </div>
      ) : (
        <>
          <output className={classes.figure} aria-live="polite">
            {text === '' ? (quantity ?? NONE) : text}{' '}
            <span className={classes.unit}>
              <RefText value={line.unit} show="name" />
            </span>
          </output>
          <div className={classes.keys}>
            {keys.map(({ face, label, run }) => (
              <Button
                key={face}
                className={classes.key ?? ''}
                {...(label ? { 'aria-label': label } : {})}
                onClick={run}
              >
                {face}
              </Button>
            ))}
          </div>
          <div className={classes.saveRow}>
            <Button
              className={classes.key ?? ''}
              disabled={text === '' && quantity === null}
              onClick={() => (text === '' ? onSave(null) : onType(''))}
            >
              {t(text === '' ? 'counting.takeBack' : 'counting.clear')}
            </Button>
            <Button
              type="primary"
              className={`${classes.key} ${classes.save}`}
              icon={<CheckIcon />}
              disabled={typed === null}
              onClick={() => typed !== null && onSave(typed)}
            >
              {t('counting.save')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
