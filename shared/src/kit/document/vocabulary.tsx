import Alert from 'antd/es/alert';
import type { ReactNode } from 'react';
import type { ListName } from '../../contract/index.ts';
import { EmptyState } from '../../ui/feedback/States.tsx';
import { Cell } from '../list/cells.tsx';
import type {
  DocumentPageProps,
  DocumentSection,
  Fact,
  FactOf,
  Note,
  NoteFactory,
  SectionFactory,
} from '../page/types.ts';
import { columnFactory } from '../resource/columns.tsx';
import type { Resource } from '../resource/defineResource.ts';
import type { Doc } from '../resource/types.ts';
import { fieldKeys, type ResourceText, useResourceText } from '../resource/useResourceText.ts';
import classes from './document.module.css';
import { LinesTable } from './LinesTable.tsx';

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Facts as they are drawn: those that are data by the kind of their column. */
export const factsOf = <D,>(facts: readonly FactOf<D>[], doc: D, text: ResourceText): Fact[] =>
  facts.flatMap((fact): Fact[] => {
    if (!('kind' in fact)) return [fact];
    const value = fact.render ? undefined : fact.value(doc);
    if (fact.options.known && isEmpty(value)) return [];
    // Prose, not a code that must stay on its line.
    const isText = fact.kind === 'text' && !isEmpty(value);
    return [
      {
        key: fact.key,
        value: isText ? String(value) : <Cell column={fact} row={doc} text={text} />,
      },
    ];
  });

function FactSection<L extends ListName>({
  resource,
  doc,
  facts,
}: {
  readonly resource: Resource<L>;
  readonly doc: Doc<L>;
  readonly facts: readonly FactOf<Doc<L>>[];
}): ReactNode {
  const text = useResourceText(resource);
  return (
    <dl className={classes.factRows}>
      {factsOf(facts, doc, text).map(({ key, value }) => (
        <div key={key}>
          <dt>{text(fieldKeys(key))}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The sections of a resource's documents, told in the vocabulary of its columns. */
export const sectionFactory = <L extends ListName>(
  resource: Resource<L>,
  text: ResourceText,
): SectionFactory<Doc<L>> => ({
  lines: (key, { rows, columns, empty, onlyFilled = false }) => ({
    key,
    count: (doc) => rows(doc).length,
    ...(onlyFilled ? { show: (doc: Doc<L>) => rows(doc).length > 0 } : {}),
    render: (doc) =>
      empty !== undefined && rows(doc).length === 0 ? (
        <EmptyState title={text(empty)} />
      ) : (
        <LinesTable
          resource={resource}
          rows={rows(doc)}
          columns={(c) => columns(c, doc).filter((column) => column !== false)}
        />
      ),
  }),
  facts: (key, facts): DocumentSection<Doc<L>> => ({
    key,
    render: (doc) => (
      <FactSection resource={resource} doc={doc} facts={facts(columnFactory<Doc<L>>(), doc)} />
    ),
  }),
});

const noteOf =
  (tone: Note['tone'], words: ResourceText) =>
  (key: string, params?: Readonly<Record<string, unknown>>, text?: ReactNode): Note => ({
    tone,
    title: words(key, params),
    text,
  });

const isNote = (note: unknown): note is Note =>
  typeof note === 'object' && note !== null && 'tone' in note;

/** The notes of a document in the words of its resource. */
export const noteFactory = (doc: object, text: ResourceText): NoteFactory => {
  const { statusReason } = doc as { readonly statusReason?: string | null };
  return {
    info: noteOf('info', text),
    warning: noteOf('warning', text),
    error: noteOf('error', text),
    reason: statusReason
      ? { tone: 'warning', title: text('reasonGiven'), text: statusReason }
      : null,
  };
};

/** The first note that holds; a banner of the page's own as it is. */
export function Banner({
  notes,
}: {
  readonly notes: ReturnType<NonNullable<DocumentPageProps<ListName>['banner']>>;
}): ReactNode {
  const note = Array.isArray(notes) ? (notes as readonly unknown[]).find(Boolean) : notes;
  if (!isNote(note)) return note as ReactNode;
  return (
    <Alert
      type={note.tone}
      showIcon
      title={note.title}
      {...(note.text === undefined ? {} : { description: note.text })}
    />
  );
}
