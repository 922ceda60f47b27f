import { ACCENTS, type AccentName } from '@boxyard/shared/domain/theme/tokens.ts';
import {
  LAYOUT_KINDS,
  LOCALES,
  layoutStore,
  sidebarStore,
  TRANSITIONS,
  themeStore,
  useLocale,
} from '@boxyard/shared/runtime';
import { type ReactNode, useId } from 'react';
import { useShellText } from '../i18n/texts.ts';
import { Dialog } from '../layout/Dialog.tsx';
import header from '../layout/Header.module.css';
import { Icon } from '../layout/icons.tsx';
import { openPanel } from '../layout/shellUi.ts';
import { mayOverride } from '../overrides/mayOverride.ts';
import form from '../pages/parts/form.module.css';
import { chooseLocale, chooseTheme, THEME_CHOICES, useThemeChoice } from './choices.ts';
import styles from './SettingsDrawer.module.css';

interface ChoiceProps<T extends string> {
  readonly title: string;
  readonly values: readonly T[];
  readonly value: T;
  readonly labelOf: (value: T) => string;
  readonly onChoose: (value: T) => void;
  readonly drawing?: (value: T) => ReactNode;
}

function Choice<T extends string>(props: ChoiceProps<T>) {
  const { title, values, value, labelOf, onChoose, drawing } = props;
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.options} data-drawn={drawing !== undefined}>
        {values.map((one) => (
          <label key={one} className={styles.option}>
            <input
              type="radio"
              name={name}
              checked={one === value}
              onChange={() => onChoose(one)}
            />
            {drawing?.(one)}
            <span>{labelOf(one)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}

/** Theme, layout, boxed, sidebar, footer, colours, transition, language (domain-conventions "Pages"). */
export function SettingsDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useShellText();
  const theme = themeStore();
  const themeChoice = useThemeChoice();
  const layout = layoutStore();
  const collapsed = sidebarStore((state) => state.collapsed);
  const locale = useLocale();
  return (
    <Dialog label={t('settings.title')} side="right" width={340} onClose={onClose}>
      <div className={styles.head}>
        <h2>{t('settings.title')}</h2>
        <button
          type="button"
          className={header.iconButton}
          aria-label={t('settings.close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className={styles.groups}>
        <Choice
          title={t('settings.language')}
          values={LOCALES}
          value={locale}
          labelOf={(one) => t(`locales.${one}`)}
          onChoose={chooseLocale}
        />
        <Choice
          title={t('settings.theme')}
          values={THEME_CHOICES}
          value={themeChoice}
          labelOf={(one) => t(`settings.${one}`)}
          onChoose={chooseTheme}
        />
        <Choice
          title={t('settings.colors')}
          values={Object.keys(ACCENTS) as AccentName[]}
          value={theme.colors.primary}
          labelOf={(one) => t(`settings.color.${one}`)}
          onChoose={(primary) => themeStore.setState({ colors: { primary } })}
          drawing={(one) => (
            <span className={styles.swatch} style={{ background: ACCENTS[one].primary }} />
          )}
        />
        <Choice
          title={t('settings.layout')}
          values={LAYOUT_KINDS.filter((kind) => kind !== 'Blank')}
          value={layout.kind}
          labelOf={(kind) => t(`settings.layouts.${kind}`)}
          onChoose={(kind) => layoutStore.setState({ kind })}
          drawing={(kind) => <span className={styles.plan} data-kind={kind} />}
        />
        <div className={styles.group}>
          <Switch
            label={t('settings.boxed')}
            checked={layout.boxed}
            onChange={(boxed) => layoutStore.setState({ boxed })}
          />
          <Switch
            label={t('settings.sidebarOpen')}
            checked={!collapsed}
            onChange={(open) => sidebarStore.setState({ collapsed: !open })}
          />
          <Switch
            label={t('settings.footer')}
            checked={layout.footer}
            onChange={(footer) => layoutStore.setState({ footer })}
          />
        </div>
        <Choice
          title={t('settings.transition')}
          values={TRANSITIONS}
          value={layout.transition}
          labelOf={(one) => t(`settings.transitions.${one}`)}
          onChoose={(transition) => layoutStore.setState({ transition })}
        />
        {mayOverride() ? (
          <button type="button" className={form.secondary} onClick={() => openPanel('overrides')}>
            {t('overrides.title')}
          </button>
        ) : null}
      </div>
    </Dialog>
  );
}
