import type { InputRef } from 'antd/es/input';
import Input from 'antd/es/input/Input';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { KeyHint } from '../../ui/feedback/Facts.tsx';
import { CloseIcon, SearchIcon } from '../../ui/icons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import classes from './list.module.css';
import { searchTerm } from './listState.ts';

/** How long typing must pause before the list follows. */
const DEBOUNCE_MS = 300;

interface SearchBoxProps {
  readonly value: string;
  readonly onSearch: (value: string) => void;
  /** Whether something else was typed than the list has followed yet. */
  readonly onAhead: (isAhead: boolean) => void;
  readonly field: RefObject<InputRef | null>;
  readonly label: string;
}

/** Follows the URL and writes to it when typing pauses. */
export function SearchBox({ value, onSearch, onAhead, field, label }: SearchBoxProps): ReactNode {
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
    if (searchTerm(typed) === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = searchTerm(typed);
      search.current(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAhead = searchTerm(typed) !== value;
  useLayoutEffect(() => onAhead(isAhead), [onAhead, isAhead]);
  return (
    <Input
      ref={field}
      className={classes.search ?? ''}
      type="search"
      aria-label={label}
      placeholder={label}
      prefix={<SearchIcon aria-hidden />}
      suffix={typed === '' ? <KeyHint>/</KeyHint> : undefined}
      maxLength={100}
      allowClear={{
        clearIcon: (
          <span role="img" aria-label={t('list.clearSearch')}>
            <CloseIcon aria-hidden />
          </span>
        ),
      }}
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
