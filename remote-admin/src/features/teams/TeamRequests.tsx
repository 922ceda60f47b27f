import { listOptions } from '@boxyard/shared/client';
import type { TeamDetail, TeamMoveRow } from '@boxyard/shared/contract';
import { teamMoveMachines } from '@boxyard/shared/domain';
import { useT } from '@boxyard/shared/runtime';
import {
  DateText,
  ErrorState,
  RefText,
  StatusTag,
  Table,
  type TableColumn,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useOpenRequest } from './useOpenRequest.ts';

/** As many as a drawer shows; all of them are on the page's own tab. */
const SHOWN = 20;

/** Moves into and out of a team, the latest first. */
export function TeamRequests({ team }: { readonly team: TeamDetail }) {
  const t = useT('remote-admin');
  const openRequest = useOpenRequest();
  const found = useQuery(
    listOptions('teamMoves.list', { query: { filters: { teamId: [team.id] }, limit: SHOWN } }),
  );
  if (found.isError && !found.data) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  const text = (field: string) => t(`teamMoves.field.${field}`);
  const columns: TableColumn<TeamMoveRow>[] = [
    { key: 'user', title: text('user'), render: ({ user }) => user.name, card: 'title' },
    {
      key: 'fromTeam',
      title: text('fromTeam'),
      render: ({ fromTeam }) => (fromTeam ? <RefText value={fromTeam} /> : '–'),
    },
    { key: 'toTeam', title: text('toTeam'), render: ({ toTeam }) => <RefText value={toTeam} /> },
    {
      key: 'effectiveDate',
      title: text('effectiveDate'),
      render: ({ effectiveDate }) => <DateText value={effectiveDate} />,
    },
    {
      key: 'status',
      title: text('status'),
      card: 'corner',
      render: ({ status }) => <StatusTag machine={teamMoveMachines[team.type]} status={status} />,
    },
  ];
  return (
    <Table<TeamMoveRow>
      label={t('teams.tab.requests')}
      columns={columns}
      rows={found.data?.data ?? []}
      rowKey={({ id }) => id}
      onOpen={({ id }) => openRequest.existing(id)}
      empty={{ text: t('teams.requests.none') }}
      {...(found.isPending ? { skeleton: 3 } : {})}
    />
  );
}
