import { mayDo, useCan, useLocale, useT } from '@boxyard/shared/runtime';
import { Input } from '@boxyard/shared/ui';
import { type ReactNode, useId, useState } from 'react';
import {
  type Access,
  byArea,
  EVERYTHING,
  namedOf,
  type PermissionGroup,
  setAbilities,
  setEverything,
} from './grants.ts';
import classes from './roles.module.css';

interface MatrixProps {
  readonly groups: readonly PermissionGroup[];
  /** As it is stored: what differs is marked. */
  readonly before: Access;
  readonly access: Access;
  readonly disabled: boolean;
  readonly onChange: (access: Access) => void;
  /** Stays in sight with the filter box. */
  readonly children: ReactNode;
}

interface Labelled {
  readonly labelEn: string;
  readonly labelTh: string;
}

function useLabel(): (item: Labelled) => string {
  const locale = useLocale();
  return ({ labelEn, labelTh }) => (locale === 'th' ? labelTh : labelEn);
}

/** Words of a page and its actions in both languages, as the filter box searches them. */
const wordsOf = ({ name, labelEn, labelTh, permissions }: PermissionGroup): string =>
  [name, labelEn, labelTh, ...permissions.flatMap((one) => [one.labelEn, one.labelTh])]
    .join(' ')
    .toLowerCase();

/** Pages × actions: rows in the order of the menu, an action only where it exists. */
export function AccessMatrix(props: MatrixProps) {
  const { groups, before, access, disabled, onChange } = props;
  const t = useT('remote-admin');
  const label = useLabel();
  const [typed, setTyped] = useState('');
  const [grantedOnly, setGrantedOnly] = useState(false);
  const managesAll = useCan(EVERYTHING);
  const everything = access.permissionNames.includes(EVERYTHING);
  const wanted = typed.trim().toLowerCase();
  const shown = groups.filter(
    (group) =>
      wordsOf(group).includes(wanted) &&
      (!grantedOnly || namedOf(group, access).size > 0 || namedOf(group, before).size > 0),
  );
  return (
    <>
      <div className={classes.head}>
        <div className={classes.tools}>
          <Input
            type="search"
            role="searchbox"
            value={typed}
            placeholder={t('roles.matrix.filter')}
            aria-label={t('roles.matrix.filter')}
            onChange={(event) => setTyped(event.target.value)}
            // Enter would send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <Check checked={grantedOnly} onChange={setGrantedOnly}>
            {t('roles.matrix.grantedOnly')}
          </Check>
          {managesAll || everything ? (
            <Check
              checked={everything}
              disabled={disabled || !managesAll}
              onChange={(on) => onChange(setEverything(access, on))}
            >
              {t('roles.matrix.everything')}
            </Check>
          ) : null}
        </div>
        {props.children}
      </div>
      {everything ? <p className={classes.hint}>{t('roles.matrix.everythingHint')}</p> : null}
      {shown.length === 0 ? <p className={classes.hint}>{t('roles.matrix.noMatch')}</p> : null}
      {byArea(shown).map(({ area, groups: pages }) => (
        <section key={area?.name ?? ''} className={classes.area}>
          <h3 className={classes.areaTitle}>{area ? label(area) : t('roles.matrix.noArea')}</h3>
          {pages.map((group) => (
            <PageRow
              key={group.name}
              group={group}
              before={namedOf(group, before)}
              held={namedOf(group, access)}
              disabled={disabled}
              onSet={(abilities, on) => onChange(setAbilities(group, access, { abilities, on }))}
            />
          ))}
        </section>
      ))}
    </>
  );
}

interface RowProps {
  readonly group: PermissionGroup;
  readonly before: ReadonlySet<string>;
  readonly held: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onSet: (abilities: readonly string[], on: boolean) => void;
}

function PageRow({ group, before, held, disabled, onSet }: RowProps) {
  const t = useT('remote-admin');
  const label = useLabel();
  const id = useId();
  const managesAll = useCan(EVERYTHING);
  // Nobody grants what they lack; what the role has may be taken, and what it had given back.
  const open = group.permissions
    .map(({ name }) => name)
    .filter((name) => managesAll || mayDo(name) || before.has(name) || held.has(name));
  // Whoever approves their own work is named one by one (domain-conventions "Own work").
  const whole = open.filter((name) => !name.endsWith(':approve-own'));
  const holdsOfWhole = whole.filter((name) => held.has(name)).length;
  return (
    <fieldset aria-labelledby={id} className={classes.row}>
      <div className={classes.page}>
        <span id={id}>{label(group)}</span>
        <Check
          checked={whole.length > 0 && holdsOfWhole === whole.length}
          mixed={holdsOfWhole > 0 && holdsOfWhole < whole.length}
          disabled={disabled || whole.length === 0}
          onChange={(on) => onSet(whole, on)}
        >
          {t('roles.matrix.wholeRow')}
        </Check>
      </div>
      <div className={classes.chips}>
        {group.permissions.map((permission) => {
          const isHeld = held.has(permission.name);
          const isOpen = open.includes(permission.name);
          const changed = isHeld !== before.has(permission.name);
          return (
            <Check
              key={permission.name}
              chip={isHeld ? 'on' : 'off'}
              change={changed ? (isHeld ? 'added' : 'removed') : null}
              checked={isHeld}
              disabled={disabled || !isOpen}
              title={
                isOpen ? permission.name : t('roles.matrix.notHeld', { ability: permission.name })
              }
              onChange={(on) => onSet([permission.name], on)}
            >
              {label(permission)}
            </Check>
          );
        })}
      </div>
    </fieldset>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly mixed?: boolean;
  readonly disabled?: boolean;
  readonly chip?: 'on' | 'off';
  readonly change?: 'added' | 'removed' | null;
  readonly title?: string;
  readonly onChange: (on: boolean) => void;
  readonly children: ReactNode;
}

/** The browser's own checkbox: some three hundred of them stand in a matrix. */
function Check({ checked, mixed = false, disabled = false, chip, change, ...rest }: CheckProps) {
  const className = [
    chip ? classes.chip : classes.check,
    chip === 'on' ? classes.chipOn : '',
    change ? classes[change] : '',
  ].join(' ');
  return (
    <label className={className} title={rest.title}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        onChange={(event) => rest.onChange(event.target.checked)}
      />
      {rest.children}
    </label>
  );
}
