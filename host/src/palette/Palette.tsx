import { usePick } from '@boxyard/shared/runtime';
import { type KeyboardEvent, useId, useLayoutEffect, useState } from 'react';
import { useShellText } from '../i18n/texts.ts';
import { Dialog } from '../layout/Dialog.tsx';
import { Icon } from '../layout/icons.tsx';
import type { PaletteEntry, PaletteGroup } from './entries.ts';
import styles from './Palette.module.css';
import { takeTyped } from './typeAhead.ts';
import { useGroups } from './useGroups.ts';

interface GroupProps {
  readonly group: PaletteGroup;
  /** Id of the entry that Enter opens. */
  readonly current: string | undefined;
  /** Id of an entry's element. */
  readonly elementOf: (entry: PaletteEntry) => string;
  readonly onOpen: (entry: PaletteEntry) => void;
}

function Group({ group, current, elementOf, onOpen }: GroupProps) {
  const t = useShellText();
  const pick = usePick();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
    <div role="group" aria-labelledby={id}>
      <div className={styles.heading} id={id} role="presentation">
        {group.label}
        {group.aside ? <span> · {group.aside}</span> : null}
      </div>
      {group.entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
        <div
          key={entry.id}
          id={elementOf(entry)}
          className={styles.entry}
          role="option"
          tabIndex={-1}
          aria-selected={entry.id === current}
          onClick={() => onOpen(entry)}
        >
          <span>{pick(entry.title)}</span>
          <span className={styles.aside}>
            {[entry.aside, entry.date].filter(Boolean).join(' · ')}
            {entry.status ? <span className={styles.status}>{entry.status}</span> : null}
          </span>
        </div>
      ))}
      {group.retry ? (
        <div className={styles.failed} role="presentation">
          {t('palette.failed')}
          <button type="button" onClick={group.retry}>
            {t('palette.retry')}
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** Pages, actions and records of every area by their name or number, from the keyboard. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useShellText();
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string>();
  // The field has the focus from now on; what came before it is its first text.
  useLayoutEffect(() => {
    const typed = takeTyped();
    if (typed !== '') setQuery((text) => typed + text);
  }, []);
  const { groups, isWaiting } = useGroups(query);
  const entries = groups.flatMap((group) => group.entries);
  // By name and not by place: what comes later must not move the choice.
  const current = entries.find((entry) => entry.id === chosen) ?? entries[0];
  const elementOf = (entry: PaletteEntry) => `${id}-${entry.id}`;

  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const keyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && current) {
      event.preventDefault();
      const at = entries.indexOf(current) + step + entries.length;
      const next = entries[at % entries.length] ?? current;
      setChosen(next.id);
      document.getElementById(elementOf(next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(current);
    }
  };

  return (
    <Dialog label={t('palette.title')} side="top" width={640} onClose={onClose}>
      <div className={styles.input}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? elementOf(current) : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={query}
          autoFocus
          onChange={({ target }) => {
            setQuery(target.value);
            setChosen(undefined);
          }}
          onKeyDown={keyDown}
        />
      </div>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t('palette.title')}>
        {groups.map((group) => (
          <Group
            key={group.id}
            group={group}
            current={current?.id}
            elementOf={elementOf}
            onOpen={open}
          />
        ))}
      </div>
      <p className={styles.state} role="status">
        {isWaiting
          ? t('palette.searching')
          : groups.length === 0
            ? t('palette.none', { query })
            : null}
      </p>
      <p className={styles.hint}>{t('palette.hint')}</p>
    </Dialog>
  );
}
