import {
  type AccentName,
  cssVariable,
  FONT_FAMILY,
  type ThemeName,
  tokensOf,
} from '@boxyard/shared/domain/theme/tokens.ts';

/** Puts a theme's tokens on the document as CSS variables, and tells the browser its scheme. */
export function applyTheme(theme: ThemeName, accent: AccentName): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = theme;
  style.colorScheme = theme;
  style.setProperty('--by-font-family', FONT_FAMILY);
  for (const [name, value] of Object.entries(tokensOf(theme, accent))) {
    style.setProperty(cssVariable(name), value);
  }
}
