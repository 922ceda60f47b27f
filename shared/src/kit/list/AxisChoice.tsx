import type { ReactNode } from 'react';
import { useKitText } from '../../ui/useKitText.ts';
import { fieldKeys, type ResourceText } from '../resource/useResourceText.ts';
import classes from './axis.module.css';
import '../../ui/remainingTexts.ts';

interface AxisChoiceProps {
  readonly axes: readonly string[];
  readonly open: string;
  readonly text: ResourceText;
  readonly onAxis: (axis: string) => void;
  /** The tabs of the one that is open. */
  readonly children: ReactNode;
}

/** Which of several filters the tabs are, and the tabs. */
export function AxisChoice({ axes, open, text, onAxis, children }: AxisChoiceProps): ReactNode {
  const t = useKitText();
  return (
    <div className={classes.byAxis}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend */}
      <div className={classes.axes} role="group" aria-label={t('list.axis')}>
        {axes.map((axis) => (
          <button
            key={axis}
            type="button"
            className={classes.axis}
            aria-pressed={axis === open}
            onClick={() => onAxis(axis)}
          >
            {text(fieldKeys(axis))}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}
