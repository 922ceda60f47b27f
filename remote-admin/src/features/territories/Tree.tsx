import { DownIcon, RightIcon } from '@boxyard/shared/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './tree.module.css';

/** A row of a tree as it stands now; rows of closed branches are left out. */
export interface TreeRow {
  readonly id: string;
  readonly level: 1 | 2;
  /** Its place among its siblings, and how many these are. */
  readonly place: number;
  readonly of: number;
  /** What typing the first letters finds, in each language. */
  readonly names: readonly string[];
  /** Absent: nothing stands below it. */
  readonly isOpen?: boolean;
  /** Of a tree of check boxes. */
  readonly checked?: boolean | 'mixed';
  readonly content: ReactNode;
}

export interface TreeProps {
  readonly label: string;
  readonly rows: readonly TreeRow[];
  readonly rowHeight: number;
  /** How much is shown at most; more scrolls. */
  readonly height: number;
  readonly onOpen: (id: string, isOpen: boolean) => void;
  /** Space, Enter or a click: chooses the row or ticks its box. */
  readonly onAct: (id: string) => void;
  /** The chosen row of a tree without boxes. */
  readonly chosen?: string | null;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly describedBy?: string | undefined;
}

/** Rows drawn beyond the visible ones, so that scrolling never shows a gap. */
const SPARE = 6;
/** Letters that follow within this time belong to one word. */
const WORD_MS = 700;

const startsWith = (row: TreeRow, typed: string): boolean =>
  row.names.some((name) => name.toLowerCase().startsWith(typed));

const boxOf = (checked: boolean | 'mixed' | undefined): string | undefined => {
  if (checked === undefined) return undefined;
  return checked === 'mixed' ? classes.mixed : checked ? classes.checked : classes.empty;
};

/**
 * A tree of two levels by the WAI-ARIA pattern: arrows move and open, Space and Enter act, letters
 * jump. The tree keeps the focus and names its active row, so that only what is seen need be drawn:
 * the 928 districts of the country cost no more than the thirty in view.
 */
export function Tree(props: TreeProps): ReactNode {
  const { rows, rowHeight, height, onOpen, onAct, disabled = false } = props;
  const own = useId();
  const id = props.id ?? own;
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef({ word: '', at: 0 });
  const [scrolled, setScrolled] = useState(0);
  const [activeId, setActiveId] = useState<string | null>(props.chosen ?? null);
  const found = rows.findIndex((row) => row.id === activeId);
  const active = Math.max(found, 0);

  const shown = Math.min(height, rows.length * rowHeight);
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - SPARE);
  const last = Math.ceil((scrolled + shown) / rowHeight) + SPARE;

  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setActiveId(row.id);
    const top = rows.indexOf(row) * rowHeight;
    const element = box.current;
    if (!element) return;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + shown) {
      element.scrollTop = top + rowHeight - shown;
    }
    // Where the row is drawn must be known before the browser tells of the scrolling.
    setScrolled(element.scrollTop);
  };
  const chosenAt = rows.findIndex((row) => row.id === props.chosen);
  const isThere = chosenAt >= 0;
  // What was chosen elsewhere, or has just been made, comes into view once it is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that move do not move the reader
  useEffect(() => {
    if (isThere) moveTo(chosenAt);
  }, [props.chosen, isThere]);
  const parentOf = (index: number) =>
    rows.findLastIndex((row, at) => at < index && row.level < (rows[index]?.level ?? 0));
  const jump = (letter: string, at: number) => {
    const word = at - typed.current.at < WORD_MS ? typed.current.word + letter : letter;
    typed.current = { word, at };
    // A new word looks behind the active row, a longer one stays where it fits.
    const from = word.length > 1 ? active : active + 1;
    const turned = rows.map((_, step) => (from + step) % rows.length);
    const hit = turned.find((index) => {
      const row = rows[index];
      return row !== undefined && startsWith(row, word);
    });
    if (hit !== undefined) moveTo(hit);
  };
  const press = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(shown / rowHeight) - 1);
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(active + 1),
      ArrowUp: () => moveTo(active - 1),
      PageDown: () => moveTo(active + page),
      PageUp: () => moveTo(active - page),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => {
        if (row.isOpen === false) onOpen(row.id, true);
        else if (row.isOpen) moveTo(active + 1);
      },
      ArrowLeft: () => {
        if (row.isOpen) onOpen(row.id, false);
        else if (row.level > 1) moveTo(parentOf(active));
      },
      ' ': () => {
        if (!disabled) onAct(row.id);
      },
      Enter: () => {
        if (!disabled) onAct(row.id);
      },
    };
    const run = keys[event.key];
    if (run) {
      typed.current.word = '';
      run();
    } else if (event.key.length === 1) jump(event.key.toLowerCase(), event.timeStamp);
    else return;
    event.preventDefault();
  };

  const rowId = (row: TreeRow) => `${id}-${row.id}`;
  const current = rows[active];
  return (
    <div
      ref={box}
      id={id}
      role="tree"
      tabIndex={0}
      className={classes.tree}
      style={{ height: shown }}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-disabled={disabled}
      aria-multiselectable={current?.checked === undefined ? undefined : true}
      aria-activedescendant={current ? rowId(current) : undefined}
      onKeyDown={press}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
    >
      <div style={{ height: rows.length * rowHeight, position: 'relative' }}>
        {rows.map((row, index) => {
          const isActive = index === active;
          if (!isActive && (index < first || index > last)) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the tree keeps the focus
            <div
              key={row.id}
              id={rowId(row)}
              role="treeitem"
              className={classes.row}
              style={{ top: index * rowHeight, height: rowHeight }}
              aria-level={row.level}
              aria-posinset={row.place}
              aria-setsize={row.of}
              aria-expanded={row.isOpen}
              aria-checked={row.checked}
              aria-selected={row.checked === undefined ? row.id === props.chosen : undefined}
              data-active={isActive}
              onClick={() => {
                setActiveId(row.id);
                if (!disabled) onAct(row.id);
              }}
            >
              {row.isOpen === undefined ? (
                <span className={classes.twist} />
              ) : (
                // biome-ignore lint/a11y/noStaticElementInteractions: the arrows do the same
                // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows do the same
                <span
                  className={classes.twist}
                  onClick={(event) => {
                    event.stopPropagation();
                    setActiveId(row.id);
                    onOpen(row.id, !row.isOpen);
                  }}
                >
                  {row.isOpen ? <DownIcon /> : <RightIcon />}
                </span>
              )}
              {row.checked === undefined ? null : (
                <span aria-hidden className={`${classes.box} ${boxOf(row.checked)}`} />
              )}
              {row.content}
            </div>
          );
        })}
      </div>
    </div>
  );
}
