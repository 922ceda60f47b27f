import { type ComponentType, type ReactNode, useEffect } from 'react';
import { create } from 'zustand';

type Icons = Readonly<Record<string, ComponentType>>;

const iconStore = create<{ readonly icons?: Icons; readonly error?: unknown }>(() => ({}));
let isWanted = false;
let loading: Promise<void> | null = null;

/** Fetches all menu icons, once; the shell says when: a page's rows come before its menu's icons. */
export function loadMenuIcons(): Promise<void> {
  isWanted = true;
  loading ??= import('./menuIcons.ts').then(
    ({ MENU_ICONS }) => iconStore.setState({ icons: MENU_ICONS }, true),
    (error: unknown) => {
      loading = null;
      iconStore.setState({ error });
    },
  );
  return loading;
}

const failed = (name: string, error?: unknown) =>
  // The words of specification 8.
  console.error('Failed to load icon', name, error ?? '');

interface Props {
  readonly name: string | null;
  /** Stands in for none, and until it comes; its place is kept. */
  readonly children?: ReactNode;
}

/** A menu's icon by its name. */
export function MenuIcon({ name, children }: Props) {
  const { icons, error } = iconStore();
  useEffect(() => {
    // What did not come is asked for again with the next icon.
    if (name !== null && isWanted) void loadMenuIcons();
  }, [name]);
  useEffect(() => {
    if (name === null) return;
    if (error !== undefined) failed(name, error);
    else if (icons && !icons[name]) failed(name);
  }, [name, icons, error]);
  const Found = name === null ? undefined : icons?.[name];
  return (
    <span
      style={{ display: 'inline-grid', placeItems: 'center', width: 20, height: 20, fontSize: 17 }}
    >
      {Found ? <Found aria-hidden="true" /> : children}
    </span>
  );
}
