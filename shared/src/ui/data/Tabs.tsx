import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import classes from './tabs.module.css';
import { useNarrow } from './useNarrow.ts';

export interface TabItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly children: ReactNode;
  /** Stays drawn while another is open: a form whose changes are not saved yet. */
  readonly keep?: boolean;
}

export interface TabsProps {
  readonly items: readonly TabItem[];
  readonly activeKey: string;
  readonly onChange: (key: string) => void;
  /** Heading of the page whose tabs these are: what the open one may do stands at its end. */
  readonly heading?: ReactNode;
  /** Tabs within a tab: buttons stay where the outer ones have theirs. */
  readonly isNested?: boolean;
}

const ButtonsPlace = createContext<HTMLElement | null>(null);

/**
 * The place for the buttons of the open panel: beside the heading, or at the end of the line of tabs where
 * these have none. Null where that line has no room for them.
 */
export const useTabButtons = (): HTMLElement | null => useContext(ButtonsPlace);

/**
 * Tabs by the WAI-ARIA pattern: arrows move, only the open panel shows. antd's put a menu button
 * into the list of tabs where they do not fit, which no screen reader expects there; these scroll.
 */
export function Tabs({
  items,
  activeKey,
  onChange,
  heading,
  isNested = false,
}: TabsProps): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [own, setButtons] = useState<HTMLElement | null>(null);
  const outer = useContext(ButtonsPlace);
  const narrow = useNarrow();
  const beside = heading === undefined && narrow ? null : own;
  const buttons = isNested ? outer : beside;
  const open = items.find(({ key }) => key === activeKey) ?? items[0];
  const at = items.findIndex(({ key }) => key === open?.key);
  const move = (event: KeyboardEvent) => {
    const next = {
      ArrowRight: (at + 1) % items.length,
      ArrowLeft: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    const target = next === undefined ? undefined : items[next];
    if (!target || next === undefined) return;
    event.preventDefault();
    onChange(target.key);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  useEffect(() => {
    const line = list.current?.getBoundingClientRect();
    const tab = list.current?.children[at]?.getBoundingClientRect();
    if (!line || !tab) return;
    // A tab that is out of sight on a phone comes into it, by itself: the page stays where it is.
    const beyond = Math.max(0, tab.right - line.right) - Math.max(0, line.left - tab.left);
    if (beyond !== 0) list.current?.scrollBy({ left: beyond });
  }, [at]);
  if (!open) return null;
  return (
    <div>
      {heading === undefined ? null : (
        <div className={classes.head}>
          {heading}
          <div ref={setButtons} className={classes.buttons} />
        </div>
      )}
      <div className={isNested ? classes.nested : classes.line}>
        <div ref={list} role="tablist" className={classes.list} onKeyDown={move}>
          {items.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`${id}-${key}`}
              className={classes.tab}
              aria-selected={key === open.key}
              aria-controls={key === open.key ? `${id}-${key}-panel` : undefined}
              tabIndex={key === open.key ? 0 : -1}
              onClick={() => onChange(key)}
            >
              {label}
            </button>
          ))}
        </div>
        {heading === undefined && !isNested ? (
          <div ref={setButtons} className={classes.buttons} />
        ) : null}
      </div>
      {items
        .filter(({ key, keep }) => keep === true || key === open.key)
        .map(({ key, children }) => (
          <div
            key={key}
            role="tabpanel"
            id={`${id}-${key}-panel`}
            aria-labelledby={`${id}-${key}`}
            className={classes.panel}
            hidden={key !== open.key}
          >
            <ButtonsPlace.Provider value={key === open.key ? buttons : null}>
              {children}
            </ButtonsPlace.Provider>
          </div>
        ))}
    </div>
  );
}
