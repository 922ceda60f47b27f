import { oneOptions } from '@boxyard/shared/client';
import type { TeamMove } from '@boxyard/shared/contract';
import { type TeamType, teamMoveMachines } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import {
  DateText,
  DateTimeText,
  Drawer,
  ErrorState,
  Facts,
  RefText,
  Skeleton,
  StatusTag,
  Timeline,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { Decision } from './Decision.tsx';
import classes from './teams.module.css';

interface Props {
  readonly type: TeamType;
  /** null: closed. */
  readonly id: string | null;
  readonly onClose: () => void;
}

const WIDTH = 880;

/** A request to move somebody: who, where, why, what they leave behind, and the decision. */
export function MoveDrawer({ type, id, onClose }: Props) {
  const t = useT('remote-admin');
  const found = useQuery({
    ...oneOptions('teamMoves.get', { params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  const move = id === null ? undefined : found.data;
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size={WIDTH}
      destroyOnHidden
      title={move ? t('teamMoves.of', { name: move.user.name }) : t('teamMoves.title')}
      extra={move ? <StatusTag machine={teamMoveMachines[type]} status={move.status} /> : undefined}
    >
      {move ? (
        <Move key={`${move.id}-${move.version}`} type={type} move={move} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  );
}

function Move({ type, move }: { readonly type: TeamType; readonly move: TeamMove }) {
  const t = useT('remote-admin');
  const fact = (key: string, value: React.ReactNode, wide = false) => ({
    key,
    label: t(`teamMoves.field.${key}`),
    value: value ?? '–',
    wide,
  });
  return (
    <div className={classes.move}>
      <Facts
        items={[
          fact(
            'fromTeam',
            move.fromTeam ? <RefText value={move.fromTeam} /> : t('teamMoves.noTeam'),
          ),
          fact('toTeam', <RefText value={move.toTeam} />),
          fact('position', t(`teamMoves.choice.position.${move.position}`)),
          fact('effectiveDate', <DateText value={move.effectiveDate} />),
          fact('requestedBy', move.createdBy?.name),
          ...(move.decidedBy ? [fact('decidedBy', move.decidedBy.name)] : []),
          ...(move.appliedAt ? [fact('appliedAt', <DateTimeText value={move.appliedAt} />)] : []),
          fact('reason', move.reason, true),
          ...(move.statusReason ? [fact('statusReason', move.statusReason, true)] : []),
        ]}
      />
      <Decision type={type} move={move} />
      <h2 className={classes.heading}>{t('teams.tab.history')}</h2>
      <Timeline
        entries={move.history}
        machine={teamMoveMachines[type]}
        labelOf={(field) => t(`teamMoves.field.${field}`, { defaultValue: field })}
      />
    </div>
  );
}
