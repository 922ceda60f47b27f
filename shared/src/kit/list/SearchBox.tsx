import type { InputRef } from 'antd/es/input';
import Input from 'antd/es/input/Input';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { KeyHint } from '../../ui/feedback/Facts.tsx';
import { SearchIcon } from '../../ui/icons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import classes from './list.module.css';

/** How long typing must pause before the list follows. */
const DEBOUNCE_MS = 300;

interface SearchBoxProps {
  readonly value: string;
  readonly onSearch: (value: string) => void;
  readonly field: RefObject<InputRef | null>;
}

/** Follows the URL and writes to it when typing pauses. */
export function SearchBox({ value, onSearch, field }: SearchBoxProps): ReactNode {
  const t = useKitText();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    // The address changed by other means: back, Clear, a saved view.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      search.current(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Input
      ref={field}
      className={classes.search ?? ''}
      type="search"
      aria-label={t('list.search')}
      placeholder={t('list.search')}
      prefix={<SearchIcon aria-hidden />}
      suffix={typed === '' ? <KeyHint>/</KeyHint> : undefined}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          setTyped('');
          event.currentTarget.blur();
        }
      }}
    />
  );
}
