import type { TeamMove } from '@boxyard/shared/contract';
import { labelOfMachine, machineOf } from '@boxyard/shared/domain';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  RecordSelect,
  Select,
  StatusTag,
  Table,
  type TableColumn,
} from '@boxyard/shared/ui';
import classes from './teams.module.css';

type Piece = TeamMove['work'][number];

/** What was chosen for a piece of work so far. */
interface Choice {
  readonly choice: 'keep' | 'reassign';
  readonly toUserId: string | null;
}
export type Choices = Readonly<Record<string, Choice>>;

export const choiceKey = ({ type, id }: Pick<Piece, 'type' | 'id'>): string => `${type} ${id}`;

/** A colleague has to be named before work goes to one. */
export const isDecided = (choice: Choice | undefined): boolean =>
  choice?.choice === 'keep' || (choice?.choice === 'reassign' && choice.toUserId !== null);

/** The choices as the call takes them, in the order of the list. */
export const workBody = (work: readonly Piece[], choices: Choices) =>
  work.flatMap(({ type, id }) => {
    const choice = choices[choiceKey({ type, id })];
    return choice ? [{ type, id, ...choice }] : [];
  });

interface Props {
  readonly work: readonly Piece[];
  /** Who moves. */
  readonly person: { readonly id: string; readonly name: string };
  /** null: it is only looked at. */
  readonly choices: Choices | null;
  /** What the server said of single pieces. */
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (choices: Choices) => void;
}

/** The open work of a person who moves: each piece is kept or given to a colleague. */
export function OpenWork({ work, person, choices, faults, onChange }: Props) {
  const t = useT('remote-admin');
  const kit = useT('kit');
  const locale = useLocale();
  const name = ({ type, documentNo }: Piece) =>
    `${labelOfMachine(type)?.[locale] ?? kit(`type.${type}`)} ${documentNo ?? kit('document.draft')}`;
  const columns: TableColumn<Piece>[] = [
    { key: 'document', title: t('teamMoves.work.document'), render: name, card: 'title' },
    {
      key: 'status',
      title: t('teamMoves.field.status'),
      card: 'corner',
      render: ({ type, status }) => {
        const machine = machineOf(type);
        return machine ? <StatusTag machine={machine} status={status} /> : status;
      },
    },
    {
      key: 'choice',
      title: t('teamMoves.work.choice'),
      width: '55%',
      render: (piece) =>
        choices === null ? (
          <Chosen piece={piece} />
        ) : (
          <Choosing
            name={name(piece)}
            person={person}
            choice={choices[choiceKey(piece)]}
            fault={faults[choiceKey(piece)]}
            onChange={(choice) => onChange({ ...choices, [choiceKey(piece)]: choice })}
          />
        ),
    },
  ];
  const keepAll = () =>
    onChange(
      Object.fromEntries(
        work.map((piece) => [choiceKey(piece), { choice: 'keep', toUserId: null }]),
      ),
    );
  return (
    <section aria-label={t('teamMoves.work.title')}>
      <div className={classes.workHead}>
        <h2 className={classes.heading}>
          {t('teamMoves.work.title')} ({work.length})
        </h2>
        {choices !== null && work.length > 1 ? (
          <Button size="small" onClick={keepAll}>
            {t('teamMoves.work.keepAll')}
          </Button>
        ) : null}
      </div>
      {work.length === 0 ? (
        <p className={classes.hint}>{t('teamMoves.work.none', { name: person.name })}</p>
      ) : (
        <Table<Piece>
          label={t('teamMoves.work.title')}
          columns={columns}
          rows={work}
          rowKey={choiceKey}
        />
      )}
    </section>
  );
}

function Chosen({ piece }: { readonly piece: Piece }) {
  const t = useT('remote-admin');
  if (piece.choice === null) return '–';
  return piece.toUser
    ? t('teamMoves.work.given', { name: piece.toUser.name })
    : t('teamMoves.work.kept');
}

interface ChoosingProps {
  readonly name: string;
  readonly person: Props['person'];
  readonly choice: Choice | undefined;
  readonly fault: string | undefined;
  readonly onChange: (choice: Choice) => void;
}

function Choosing({ name, person, choice, fault, onChange }: ChoosingProps) {
  const t = useT('remote-admin');
  return (
    <div className={classes.choosing}>
      <Select
        size="small"
        aria-label={t('teamMoves.work.choiceOf', { name })}
        placeholder={t('teamMoves.work.choose')}
        value={choice?.choice ?? null}
        options={(['keep', 'reassign'] as const).map((value) => ({
          value,
          label: t(`teamMoves.work.${value}`),
        }))}
        onChange={(value) => value && onChange({ choice: value, toUserId: null })}
      />
      {choice?.choice === 'reassign' ? (
        <RecordSelect
          size="small"
          lookup="users.all"
          value={choice.toUserId}
          aria-label={t('teamMoves.work.colleagueOf', { name })}
          aria-invalid={fault !== undefined}
          placeholder={t('teamMoves.work.colleague')}
          omit={({ id }) => id === person.id}
          onChange={(id) =>
            onChange({ choice: 'reassign', toUserId: typeof id === 'string' ? id : null })
          }
        />
      ) : null}
      {fault ? (
        <span className={classes.fault} role="alert">
          {fault}
        </span>
      ) : null}
    </div>
  );
}
