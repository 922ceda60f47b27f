/**
 * Design tokens: the one source of colour and type for antd, charts, PDF and the sign-in entry
 * (design, Foundations). Pairs of text and surface meet WCAG 2.2 AA.
 */
export type ThemeName = 'light' | 'dark';

export const FONT_FAMILY =
  "'IBM Plex Sans', 'IBM Plex Sans Thai', -apple-system, 'Segoe UI', 'Noto Sans Thai', sans-serif";

/** Accents, focus and icons; white on it is only 3.24:1, so solid buttons use `SOLID`. */
export const PRIMARY = '#1890FF';
export const SOLID = '#096DD9';

const common = {
  primary: PRIMARY,
  solid: SOLID,
  onSolid: '#FFFFFF',
} as const;

export const TOKENS = {
  light: {
    ...common,
    page: '#F5F7FA',
    panel: '#FFFFFF',
    text: '#1B242D',
    textSecondary: '#55616E',
    border: '#DCE1E7',
    /** Outline of inputs: 3:1 against the panel (WCAG 1.4.11). */
    outline: '#8A94A0',
    link: SOLID,
    neutral: '#55616E',
    processing: SOLID,
    success: '#1F7A3D',
    warning: '#8F5A00',
    error: '#C0281F',
  },
  dark: {
    ...common,
    page: '#0F1419',
    panel: '#171C22',
    text: '#E6EAEE',
    textSecondary: '#A3AEBA',
    border: '#2A323B',
    outline: '#6B7784',
    link: '#4AA8FF',
    neutral: '#A3AEBA',
    processing: '#4AA8FF',
    success: '#52B96F',
    warning: '#E0A33A',
    error: '#FF7A70',
  },
} as const satisfies Record<ThemeName, Record<string, string>>;

/**
 * Accent colours a person may choose. `primary` is for focus and icons, `solid` carries white text
 * (4.5:1 and more), `link` is text on the dark panel.
 */
export const ACCENTS = {
  blue: { primary: PRIMARY, solid: SOLID, link: '#4AA8FF' },
  teal: { primary: '#13A8A8', solid: '#0B7A75', link: '#3FC9C0' },
  violet: { primary: '#7F6BF5', solid: '#5B45D6', link: '#A79BFF' },
  magenta: { primary: '#E24C94', solid: '#B8256B', link: '#FF8ABD' },
} as const;
export type AccentName = keyof typeof ACCENTS;

/** The tokens of a theme with the accent a person has chosen. */
export function tokensOf(theme: ThemeName, accent: AccentName): Record<TokenName, string> {
  const { primary, solid, link } = ACCENTS[accent];
  return { ...TOKENS[theme], primary, solid, link: theme === 'dark' ? link : solid };
}

export type TokenName = keyof (typeof TOKENS)['light'];

/** A token's CSS variable: `textSecondary` is `--by-text-secondary`. */
export const cssVariable = (name: string): string =>
  `--by-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
