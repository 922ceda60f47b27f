import { type ReactNode, useId, useRef, useState } from 'react';
import styles from './Popover.module.css';
import { useOutside } from './useOutside.ts';

interface Props {
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonClass?: string | undefined;
  /** Width of the panel in pixels. */
  readonly width: number;
  readonly testId?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a panel below it, which closes on a press outside, on Escape, and when left. */
export function Popover({ label, button, buttonClass, width, testId, children }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpen(false);

  useOutside(open, [root], (cause) => {
    close();
    if (cause === 'escape') trigger.current?.focus();
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches where the focus goes
    <div
      ref={root}
      className={styles.root}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open ? (
        <section
          id={id}
          className={styles.panel}
          style={{ width }}
          aria-label={label}
          data-testid={testId}
        >
          {children(close)}
        </section>
      ) : null}
    </div>
  );
}
