import Button from 'antd/es/button';
import TextArea from 'antd/es/input/TextArea';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { MAX_COMMENT } from '../../contract/areas/comments.ts';
import classes from './comments.module.css';
import { mentionedIn, nameBefore } from './pieces.ts';
import { useCommentText } from './texts.ts';
import { usePeople } from './usePeople.ts';

interface Person {
  readonly id: string;
  readonly name: string;
}

interface CommentInputProps {
  readonly type: string;
  readonly id: string;
  readonly label: string;
  readonly action: string;
  readonly initial?: { readonly text: string; readonly mentions: readonly Person[] };
  /** Answers whether it was taken: the text stays where it was not. */
  readonly onSubmit: (written: { text: string; mentions: string[] }) => Promise<boolean>;
  readonly onCancel?: () => void;
}

/** A plain text with names after an @, sent by the button or Ctrl+Enter. */
export function CommentInput(props: CommentInputProps): ReactNode {
  const { initial, action, label, onSubmit, onCancel } = props;
  const t = useCommentText();
  const inputId = useId();
  const [text, setText] = useState(initial?.text ?? '');
  const [busy, setBusy] = useState(false);
  const [naming, setNaming] = useState<ReturnType<typeof nameBefore>>(null);
  const [marked, setMarked] = useState(0);
  const { people, isKnown } = usePeople(props, naming?.typed ?? null);
  // Everybody who was chosen while it was written.
  const chosen = useRef<readonly Person[]>(initial?.mentions ?? []);
  const field = useRef<HTMLTextAreaElement | null>(null);
  const isEmpty = text.trim() === '';

  const send = async () => {
    if (isEmpty || busy) return;
    setBusy(true);
    const taken = await onSubmit({ text, mentions: mentionedIn(text, chosen.current) });
    setBusy(false);
    if (taken) setText('');
  };

  const read = (element: HTMLTextAreaElement) => {
    field.current = element;
    setNaming(nameBefore(element.value, element.selectionStart));
    setMarked(0);
  };

  const choose = (person: Person) => {
    if (naming === null) return;
    const before = `${text.slice(0, naming.at)}@${person.name} `;
    chosen.current = [...chosen.current, person];
    setText(before + text.slice(naming.at + 1 + naming.typed.length));
    setNaming(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      void send();
      return;
    }
    const person = people[marked];
    if (naming === null || person === undefined) return;
    if (key === 'ArrowDown') setMarked((marked + 1) % people.length);
    else if (key === 'ArrowUp') setMarked((marked + people.length - 1) % people.length);
    else if (key === 'Enter' || key === 'Tab') choose(person);
    else if (key === 'Escape') setNaming(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const isOpen = naming !== null && people.length > 0;
  return (
    <div className={classes.input}>
      <label className={classes.label} htmlFor={inputId}>
        {label}
      </label>
      <TextArea
        id={inputId}
        value={text}
        autoSize={{ minRows: 2, maxRows: 10 }}
        maxLength={MAX_COMMENT}
        placeholder={t('placeholder')}
        autoFocus={initial !== undefined}
        aria-autocomplete="list"
        aria-controls={`${inputId}-people`}
        {...(isOpen ? { 'aria-activedescendant': `${inputId}-${marked}` } : {})}
        onChange={({ target }) => {
          setText(target.value);
          read(target);
        }}
        onBlur={() => setNaming(null)}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${inputId}-people`}
        role="listbox"
        aria-label={t('people')}
        className={classes.people}
        hidden={!isOpen}
      >
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and says which is marked
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
          <div
            key={person.id}
            id={`${inputId}-${index}`}
            role="option"
            aria-selected={index === marked}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
          >
            {person.name}
          </div>
        ))}
      </div>
      {naming !== null && naming.typed !== '' && isKnown && people.length === 0 ? (
        <p className={classes.none} role="status">
          {t('nobody')}
        </p>
      ) : null}
      <div className={classes.buttons}>
        {onCancel ? (
          <Button size="small" onClick={onCancel}>
            {t('cancel')}
          </Button>
        ) : null}
        <Button size="small" loading={busy} disabled={isEmpty} onClick={() => void send()}>
          {action}
        </Button>
      </div>
    </div>
  );
}
