import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Icons = Readonly<Record<string, ComponentType>>;
let loading: Promise<Icons> | null = null;
let loaded: Icons | null = null;

/** All menu icons, fetched once and after the menu stands, with what pages begin with. */
function loadIcons(): Promise<Icons> {
  loading ??= import(/* webpackChunkName: "menuIcons" */ './menuIcons.ts').then(
    ({ MENU_ICONS }) => {
      loaded = MENU_ICONS;
      return MENU_ICONS;
    },
  );
  loading.catch(() => {
    loading = null;
  });
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
  const [icons, setIcons] = useState(loaded);
  useEffect(() => {
    if (name === null) return;
    let wanted = true;
    loadIcons().then(
      (found) => {
        if (wanted) setIcons(found);
        if (!found[name]) failed(name);
      },
      (error: unknown) => failed(name, error),
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  const Found = name === null ? undefined : icons?.[name];
  return (
    <span
      style={{ display: 'inline-grid', placeItems: 'center', width: 20, height: 20, fontSize: 17 }}
    >
      {Found ? <Found aria-hidden="true" /> : children}
    </span>
  );
}
