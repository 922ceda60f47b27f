import { mayDo } from '@boxyard/shared/runtime';
import { Link } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { homeOf } from '../router/guards.ts';
import styles from './Header.module.css';
import { LogoMark } from './LogoMark.tsx';

/** The product's mark and name; leads home. */
export function Logo({ compact = false }: { readonly compact?: boolean }) {
  const t = useShellText();
  return (
    <Link to={homeOf(mayDo)} className={styles.logo} aria-label={t('home')}>
      <LogoMark />
      {compact ? null : <span>{t('product')}</span>}
    </Link>
  );
}
