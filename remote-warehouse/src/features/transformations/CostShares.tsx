import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Button, ToneTag } from '@boxyard/shared/ui';
import { sharesOf, spread, type TypedOutput } from './spread.ts';
import classes from './transformations.module.css';

const WHOLE = '100.00';

/** What the shares of the cost add up to, and a button that makes all of it of them. */
export function CostShares({ values, patch, disabled }: CustomFieldProps) {
  const t = useT('remote-warehouse');
  const lines = (values.outputs ?? []) as readonly TypedOutput[];
  const sum = sharesOf(lines);
  return (
    <div className={classes.shares}>
      <ToneTag tone={sum === WHOLE ? 'success' : 'error'}>
        {t('transformations.shareSum', { sum })}
      </ToneTag>
      <Button
        disabled={disabled || lines.length === 0}
        onClick={() => patch({ outputs: spread(lines) })}
      >
        {t('transformations.spread')}
      </Button>
    </div>
  );
}
