import { MENU_ICON_NAMES } from '@boxyard/shared/domain/access/menuIcons.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { MenuIcon } from '@boxyard/shared/ui';
import classes from './menus.module.css';

/** One icon of the set, or none. */
export function IconField({ field }: { readonly field: CustomFieldProps }) {
  const t = useT('remote-admin');
  return (
    <div
      id={field.id}
      role="radiogroup"
      aria-label={t('menus.field.icon')}
      className={classes.icons}
    >
      {[null, ...MENU_ICON_NAMES].map((name) => (
        <label key={name ?? ''} className={classes.icon} title={name ?? t('menus.noIcon')}>
          <input
            type="radio"
            name={field.id}
            aria-label={name ?? t('menus.noIcon')}
            checked={(field.value ?? null) === name}
            disabled={field.disabled}
            onChange={() => field.onChange(name)}
          />
          <MenuIcon name={name}>
            <span aria-hidden="true">–</span>
          </MenuIcon>
        </label>
      ))}
    </div>
  );
}
