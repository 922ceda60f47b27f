import { usePick } from '@boxyard/shared/runtime';
import { MenuIcon } from '@boxyard/shared/ui/menuIcon/MenuIcon.tsx';
import { type FocusEvent, type MouseEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { preloadPath } from '../router/preload.ts';
import { Icon } from './icons.tsx';
import { Logo } from './Logo.tsx';
import type { MenuEntry } from './menuTree.ts';
import styles from './Sidebar.module.css';
import { closeNarrowSidebar, type SidebarUi } from './sidebarUi.ts';
import { useMenu } from './useMenu.ts';
import { useOutside } from './useOutside.ts';

interface EntryProps {
  readonly entry: MenuEntry;
  readonly active: ReadonlySet<string>;
}

const EntryIcon = ({ name }: { readonly name: string | null }) => (
  <MenuIcon name={name}>
    <Icon name="page" size={18} />
  </MenuIcon>
);

/** A page of the menu; its code is fetched as soon as somebody seems to want it. */
function PageLink({ entry, active }: EntryProps) {
  const pick = usePick();
  const preload = () => preloadPath(entry.path);
  return (
    <Link
      to={entry.path}
      className={styles.link}
      aria-current={active.has(entry.name) ? 'page' : undefined}
      onMouseEnter={preload}
      onFocus={preload}
      onClick={closeNarrowSidebar}
    >
      {pick(entry.labels)}
    </Link>
  );
}

function AreaLink({ entry, active }: EntryProps) {
  const pick = usePick();
  const label = pick(entry.labels);
  const preload = () => preloadPath(entry.path);
  return (
    <Link
      to={entry.path}
      className={styles.area}
      title={label}
      aria-current={active.has(entry.name) ? 'page' : undefined}
      onMouseEnter={preload}
      onFocus={preload}
      onClick={closeNarrowSidebar}
    >
      <EntryIcon name={entry.icon} />
      <span className={styles.label}>{label}</span>
    </Link>
  );
}

/** An area with its pages: unfolded in place, or beside the rail when it is collapsed. */
function Area({ entry, active, collapsed }: EntryProps & { readonly collapsed: boolean }) {
  const pick = usePick();
  const isActive = active.has(entry.name);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [beside, setBeside] = useState(false);
  const [top, setTop] = useState(0);
  const item = useRef<HTMLLIElement>(null);
  const open = collapsed ? beside : (chosen ?? isActive);
  const id = `menu-${entry.name}`;

  useOutside(collapsed && beside, [item], () => setBeside(false));

  const show = ({ currentTarget }: MouseEvent | FocusEvent) => {
    if (!collapsed) return;
    const { top: here } = currentTarget.getBoundingClientRect();
    // The list of a low entry must not leave the screen.
    setTop(Math.min(here, window.innerHeight - 56 - entry.entries.length * 36));
    setBeside(true);
  };
  const hide = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setBeside(false);
  };

  return (
    <li
      ref={item}
      onMouseEnter={show}
      onMouseLeave={() => setBeside(false)}
      onFocus={show}
      onBlur={hide}
    >
      <button
        type="button"
        className={styles.area}
        data-active={isActive}
        aria-expanded={open}
        aria-controls={id}
        aria-label={pick(entry.labels)}
        onClick={() => (collapsed ? setBeside(true) : setChosen(!open))}
      >
        <EntryIcon name={entry.icon} />
        <span className={styles.label}>{pick(entry.labels)}</span>
        <Icon name="chevron" size={16} className={styles.chevron} />
      </button>
      <ul
        id={id}
        className={collapsed ? styles.beside : styles.pages}
        style={collapsed ? { top } : undefined}
        hidden={!open}
      >
        {collapsed ? <li className={styles.besideTitle}>{pick(entry.labels)}</li> : null}
        {entry.entries.map((page) => (
          <li key={page.name}>
            <PageLink entry={page} active={active} />
          </li>
        ))}
      </ul>
    </li>
  );
}

interface Props {
  readonly ui: SidebarUi;
  /** The layout without a header across the whole width has the logo here. */
  readonly withLogo?: boolean;
}

/** The collapsible menu: 280 px open, 64 px collapsed (specification 9). */
export function Sidebar({ ui, withLogo = false }: Props) {
  const t = useShellText();
  const { entries, active } = useMenu();
  const aside = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLElement | null>(null);
  toggle.current = document.querySelector<HTMLElement>('[data-menu-toggle]');
  useOutside(ui.over && ui.state === 'open', [aside, toggle], closeNarrowSidebar);
  const collapsed = ui.state === 'collapsed';

  return (
    <aside
      ref={aside}
      id="sidebar"
      className={styles.sidebar}
      data-state={ui.state}
      data-over={ui.over}
      hidden={ui.state === 'hidden'}
    >
      {withLogo ? <Logo compact={collapsed} /> : null}
      <nav aria-label={t('menu.label')}>
        {entries.length === 0 ? (
          <p className={styles.empty}>
            <strong>{t('menu.empty')}</strong>
            {t('menu.emptyHint')}
          </p>
        ) : (
          <ul className={styles.menu}>
            {entries.map((entry) =>
              entry.entries.length > 0 ? (
                <Area key={entry.name} entry={entry} active={active} collapsed={collapsed} />
              ) : (
                <li key={entry.name}>
                  <AreaLink entry={entry} active={active} />
                </li>
              ),
            )}
          </ul>
        )}
      </nav>
    </aside>
  );
}
