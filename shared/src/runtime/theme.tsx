import { createCache, StyleProvider } from '@ant-design/cssinjs';
import ConfigProvider from 'antd/es/config-provider';
import enUS from 'antd/es/locale/en_US';
import antdTheme from 'antd/es/theme';
import { type ReactNode, useMemo } from 'react';
import {
  type AccentName,
  FONT_FAMILY,
  type ThemeName,
  type TokenName,
  tokensOf,
} from '../domain/theme/tokens.ts';
import { antdWords } from './antdWords.ts';
import { useLocale } from './i18n.ts';
import { useMedia } from './media.ts';
import { themeStore } from './stores.ts';

/**
 * Soft surfaces of notices, as the status tags have them: antd would derive them from text colours,
 * which are too dark for it (design, "Colour").
 */
const softSurfaces = (['Warning', 'Error', 'Info', 'Success'] as const).flatMap((tone) => {
  const colour = tone === 'Info' ? 'processing' : tone.toLowerCase();
  const mix = (share: number) =>
    `color-mix(in srgb, var(--by-${colour}) ${share}%, var(--by-panel))`;
  return [
    [`color${tone}Bg`, mix(8)],
    [`color${tone}Border`, mix(28)],
    [`color${tone}`, `var(--by-${colour})`],
  ];
});

export type AntdTheme = NonNullable<Parameters<typeof ConfigProvider>[0]['theme']>;

/** antd's theme from the one source of tokens (design, Foundations). */
export function antdThemeOf(name: ThemeName, accent: AccentName): AntdTheme {
  const token = tokensOf(name, accent);
  return {
    algorithm: name === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    hashed: false,
    // Of its own for each look: what antd leaves behind of another one then concerns nobody.
    cssVar: { key: `by-${name}-${accent}` },
    token: {
      fontFamily: FONT_FAMILY,
      fontSize: 14,
      // Thai tone marks stand above vowels: less than 1.6 cuts them (design, Type).
      lineHeight: 1.6,
      lineHeightLG: 1.6,
      lineHeightSM: 1.65,
      borderRadius: 6,
      colorPrimary: token.solid,
      colorInfo: token.primary,
      colorLink: token.link,
      colorLinkHover: token.primary,
      colorSuccess: token.success,
      colorWarning: token.warning,
      colorError: token.error,
      colorText: token.text,
      colorTextSecondary: token.textSecondary,
      colorTextDescription: token.textSecondary,
      colorTextPlaceholder: token.textSecondary,
      colorBgLayout: token.page,
      colorBgContainer: token.panel,
      colorBgElevated: token.panel,
      colorBorder: token.outline,
      colorBorderSecondary: token.border,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: {
        // antd darkens it for dark surfaces; the host's own buttons have the token itself.
        colorPrimary: token.solid,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        dangerColor: name === 'dark' ? token.page : token.onSolid,
      },
      // A notice of two lines is no poster: its icon is as high as the line beside it.
      Alert: {
        ...Object.fromEntries(softSurfaces),
        fontSizeLG: 14,
        withDescriptionIconSize: 22,
        withDescriptionPadding: '8px 12px',
      },
      Table: { headerBg: token.page, rowHoverBg: token.page },
      // The solid primary carries white text; as text itself it is too dark on the dark panel.
      Pagination: { itemActiveColor: token.link, itemActiveColorHover: token.link },
      Tabs: {
        itemSelectedColor: token.link,
        itemHoverColor: token.link,
        inkBarColor: token.primary,
      },
    },
  };
}

export function useTokens(): Readonly<Record<TokenName, string>> {
  const name = themeStore((state) => state.name);
  const accent = themeStore((state) => state.colors.primary);
  return useMemo(() => tokensOf(name, accent), [name, accent]);
}

/** Too short to be seen; with none at all (`motion: false`) a dialog's first field gets no focus. */
const STILL = {
  motionDurationFast: '0.01s',
  motionDurationMid: '0.01s',
  motionDurationSlow: '0.01s',
};

/** Where antd keeps themes in its cache. */
const THEMES = 'token%';

/**
 * Styles that were made once stay made. antd forgets those of a component that nothing draws any more
 * and makes them anew on the next page: a quarter of the time of a move between two lists. Themes are
 * not kept: antd counts them as they are made, and with the last of the count takes every variable out
 * of the page.
 */
function keptStyles() {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (path, change) =>
    update(path, (before) => {
      const after = change(before);
      return after ?? (before && !path.startsWith(THEMES) ? [0, before[1]] : null);
    });
  return cache;
}
const styles = keptStyles();

/**
 * A busy button keeps its name. antd's own icon calls itself "loading", and when the work was over
 * before the icon had come, it stays in the button for good, unseen but spoken.
 */
const BUTTON = {
  loadingIcon: (
    <svg
      width="1em"
      height="1em"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M10 2a8 8 0 0 1 8 8">
        <animateTransform
          attributeName="transform"
          type="rotate"
          from="0 10 10"
          to="360 10 10"
          dur="1s"
          repeatCount="indefinite"
        />
      </path>
    </svg>
  ),
};

interface Props {
  readonly children: ReactNode;
  /** Of the strict Content-Security-Policy, for antd's styles. */
  readonly nonce?: string | undefined;
}

/** Gives the tree below it antd in the theme and language now chosen. */
export function AppTheme({ children, nonce }: Props) {
  const name = themeStore((state) => state.name);
  const accent = themeStore((state) => state.colors.primary);
  const locale = useLocale();
  const thai = antdWords((state) => state.th);
  // The shell's own movements obey it in CSS; antd's are made by its theme.
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const theme = useMemo(() => {
    const { token, ...rest } = antdThemeOf(name, accent);
    return { ...rest, token: { ...token, ...(isStill ? STILL : {}) } };
  }, [name, accent, isStill]);
  return (
    <StyleProvider cache={styles}>
      <ConfigProvider
        theme={theme}
        locale={locale === 'th' && thai ? thai : enUS}
        button={BUTTON}
        {...(nonce ? { csp: { nonce } } : {})}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}
