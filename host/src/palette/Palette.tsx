import { allPages, commandStore, mayDo, mayOpen, usePick } from '@boxyard/shared/runtime';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShellText } from '../i18n/texts.ts';
import { Dialog } from '../layout/Dialog.tsx';
import { Icon } from '../layout/icons.tsx';
import { commandEntry, type PaletteEntry, search } from './entries.ts';
import styles from './Palette.module.css';

const HIDDEN = new Set(['Login', 'Register', 'ForgotPassword', 'NotFound', 'BlankPage']);

/** Every page that may be opened without choosing a record first, and the commands now offered. */
function useEntries(): PaletteEntry[] {
  const t = useShellText();
  const navigate = useNavigate();
  const commands = commandStore((state) => state.commands);
  return useMemo(() => {
    const pages = allPages()
      .filter(({ name, path, requiresPrevious }) => {
        const plain = !path.includes(':') && !path.includes('*') && !requiresPrevious;
        return plain && !HIDDEN.has(name) && mayOpen(name);
      })
      .map(
        ({ name, path, title }): PaletteEntry => ({
          id: `page:${name}`,
          title,
          aside: t(`areas.${path.split('/')[1]}`, { defaultValue: '' }),
          words: name,
          run: () => void navigate(path),
        }),
      );
    const offered = commands.filter(({ ability }) => ability === undefined || mayDo(ability));
    return [...offered.map(commandEntry), ...pages];
  }, [commands, navigate, t]);
}

/** Pages and commands by their name, from the keyboard. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useShellText();
  const pick = usePick();
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const entries = useEntries();
  const found = useMemo(() => search(entries, query), [entries, query]);
  const current = Math.min(chosen, found.length - 1);

  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const keyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (current + step + found.length) % found.length;
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(found[current]);
    }
  };

  return (
    <Dialog label={t('palette.title')} side="top" width={560} onClose={onClose}>
      <div className={styles.input}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={query}
          autoFocus
          onChange={({ target }) => {
            setQuery(target.value);
            setChosen(0);
          }}
          onKeyDown={keyDown}
        />
      </div>
      {found.length === 0 ? (
        <p className={styles.none} role="status">
          {t('palette.none', { query })}
        </p>
      ) : (
        <div
          className={styles.list}
          id={`${id}-list`}
          role="listbox"
          aria-label={t('palette.title')}
        >
          {found.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
            <div
              key={entry.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onClick={() => open(entry)}
            >
              <span>{pick(entry.title)}</span>
              <span className={styles.aside}>{entry.aside}</span>
            </div>
          ))}
        </div>
      )}
      <p className={styles.hint}>{t('palette.hint')}</p>
    </Dialog>
  );
}
