import { usePick } from '@boxyard/shared/runtime';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { preloadPath } from '../router/preload.ts';
import styles from './Header.module.css';
import { Icon } from './icons.tsx';
import type { MenuEntry } from './menuTree.ts';
import panel from './Popover.module.css';
import { useMenu } from './useMenu.ts';
import { useOutside } from './useOutside.ts';

function TopArea({ entry, active }: { entry: MenuEntry; active: ReadonlySet<string> }) {
  const pick = usePick();
  const [open, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  useOutside(open, [item], () => setOpen(false));
  return (
    <li
      ref={item}
      className={panel.root}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className={styles.topArea}
        data-active={active.has(entry.name)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {pick(entry.labels)}
        <Icon name="chevron" size={16} />
      </button>
      {open ? (
        <div className={panel.panel} style={{ left: 0, right: 'auto', width: 240 }}>
          <ul className={styles.choices}>
            {entry.entries.map((page) => (
              <li key={page.name}>
                <Link
                  to={page.path}
                  aria-current={active.has(page.name) ? 'page' : undefined}
                  onMouseEnter={() => preloadPath(page.path)}
                  onFocus={() => preloadPath(page.path)}
                  onClick={() => setOpen(false)}
                >
                  {pick(page.labels)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </li>
  );
}

/** The menu of the HorizontalNav layout: areas in the header, their pages below. */
export function TopNav() {
  const t = useShellText();
  const pick = usePick();
  const { entries, active } = useMenu();
  return (
    <nav className={styles.topNav} aria-label={t('menu.label')}>
      <ul>
        {entries.map((entry) =>
          entry.entries.length > 0 ? (
            <TopArea key={entry.name} entry={entry} active={active} />
          ) : (
            <li key={entry.name}>
              <Link to={entry.path} aria-current={active.has(entry.name) ? 'page' : undefined}>
                {pick(entry.labels)}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
