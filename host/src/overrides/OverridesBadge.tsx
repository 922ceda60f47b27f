import { useShellText } from '../i18n/texts.ts';
import styles from './OverridesPanel.module.css';
import { applyOverrides, readOverrides } from './overrides.ts';

const active = Object.keys(readOverrides());

/** Says that this browser runs remotes that nobody else has; a click takes them away. */
export function OverridesBadge() {
  const t = useShellText();
  if (active.length === 0) return null;
  return (
    <button
      type="button"
      className={styles.badge}
      title={active.join(', ')}
      onClick={() => applyOverrides({})}
    >
      {t('overrides.badge', { count: active.length })}
    </button>
  );
}
