import { create } from 'zustand';
import type { AccentName, ThemeName } from '../domain/theme/tokens.ts';
import { persist } from './persist.ts';
import type { Locale } from './preferences.ts';
import { STORAGE_KEYS } from './storage.ts';

/** The persisted stores of specification 3: theme, layout, sidebar, locale and auth. */
export type LayoutKind = 'VerticalNav' | 'HorizontalNav' | 'HorizontalVerticalNav' | 'Blank';
export const LAYOUT_KINDS: readonly LayoutKind[] = [
  'HorizontalVerticalNav',
  'VerticalNav',
  'HorizontalNav',
  'Blank',
];
export type Transition = 'fade' | 'fade-up' | 'fade-bottom' | 'fade-left' | 'fade-right';
export const TRANSITIONS: readonly Transition[] = [
  'fade',
  'fade-up',
  'fade-bottom',
  'fade-left',
  'fade-right',
];

export interface ThemeState {
  readonly name: ThemeName;
  /** As the device is, now and when it changes; the name is then only what it was last. */
  readonly follows?: boolean;
  readonly colors: { readonly primary: AccentName };
}
export const themeStore = create<ThemeState>()(
  persist((): ThemeState => ({ name: 'light', colors: { primary: 'blue' } }), {
    name: STORAGE_KEYS.theme,
  }),
);

export interface LayoutState {
  readonly kind: LayoutKind;
  /** The view is at most 1600 px wide (specification 9). */
  readonly boxed: boolean;
  readonly footer: boolean;
  readonly transition: Transition;
}
export const layoutStore = create<LayoutState>()(
  persist(
    (): LayoutState => ({
      kind: 'HorizontalVerticalNav',
      boxed: false,
      footer: true,
      transition: 'fade-up',
    }),
    { name: STORAGE_KEYS.layout },
  ),
);

export interface SidebarState {
  readonly collapsed: boolean;
}
export const sidebarStore = create<SidebarState>()(
  persist((): SidebarState => ({ collapsed: false }), { name: STORAGE_KEYS.sidebar }),
);

export const localeStore = create<{ readonly locale: Locale }>()(
  persist((): { locale: Locale } => ({ locale: 'en' }), { name: STORAGE_KEYS.locale }),
);

export interface AuthState {
  readonly logged: boolean;
  /** After a sign-in always `admin` (specification 6); what one may do comes from the abilities. */
  readonly role: 'admin' | null;
}
export const authStore = create<AuthState>()(
  persist((): AuthState => ({ logged: false, role: null }), { name: STORAGE_KEYS.auth }),
);

/** Light to dark or back (specification 4). */
export function toggleTheme(): void {
  themeStore.setState(({ name }) => ({
    name: name === 'light' ? 'dark' : 'light',
    follows: false,
  }));
}

export function toggleSidebar(): void {
  sidebarStore.setState(({ collapsed }) => ({ collapsed: !collapsed }));
}
