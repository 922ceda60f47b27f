import { type ApiError, isApiError, useEndpointMutation } from '@boxyard/shared/client';
import type { TeamMove } from '@boxyard/shared/contract';
import { errorText, refusalOf, type TeamType, teamMoveMachines } from '@boxyard/shared/domain';
import { confirm, useLocale, useT, useViewer } from '@boxyard/shared/runtime';
import { Alert, Button } from '@boxyard/shared/ui';
import { useState } from 'react';
import { type Choices, choiceKey, isDecided, OpenWork, workBody } from './OpenWork.tsx';
import classes from './teams.module.css';

type Work = TeamMove['work'];

/** What becomes of the person's open work, and the decision itself. */
export function Decision({ type, move }: { readonly type: TeamType; readonly move: TeamMove }) {
  const t = useT('remote-admin');
  const [choices, setChoices] = useState<Choices>({});
  const decide = useEndpointMutation('teamMoves.approving');
  const cancel = useEndpointMutation('teamMoves.cancel');
  const params = { id: move.id };
  const may = (action: string) => move.allowedActions.includes(action);
  const left = move.work.filter((work) => !isDecided(choices[choiceKey(work)])).length;
  const busy = decide.isPending || cancel.isPending;

  const because = async (action: 'reject' | 'cancel') => {
    const answer = await confirm({
      title: t(`teamMoves.${action}.title`, { name: move.user.name }),
      body: t(`teamMoves.${action}.text`),
      okText: t(`teamMoves.${action}.button`),
      danger: true,
      reason: { label: t('teamMoves.field.reason'), required: true },
    });
    return answer.ok ? (answer.reason ?? '') : null;
  };
  const reject = async () => {
    const reason = await because('reject');
    if (reason === null) return;
    decide.mutate({ params, body: { version: move.version, decision: 'reject', reason } });
  };
  const withdraw = async () => {
    const reason = await because('cancel');
    if (reason !== null) cancel.mutate({ params, body: { version: move.version, reason } });
  };
  return (
    <>
      <OpenWork
        work={move.work}
        person={move.user}
        choices={may('approve') ? choices : null}
        faults={faultsOf(decide.error, move.work)}
        onChange={setChoices}
      />
      <WhyBarred type={type} move={move} />
      {move.allowedActions.length > 0 ? (
        <div className={classes.decision}>
          {may('approve') && left > 0 ? (
            <span className={classes.left} role="status">
              {t('teamMoves.work.left', { count: left })}
            </span>
          ) : null}
          {may('cancel') ? (
            <Button danger disabled={busy} onClick={() => void withdraw()}>
              {t('teamMoves.cancel.button')}
            </Button>
          ) : null}
          {may('reject') ? (
            <Button danger disabled={busy} onClick={() => void reject()}>
              {t('teamMoves.reject.button')}
            </Button>
          ) : null}
          {may('approve') ? (
            <Button
              type="primary"
              disabled={left > 0}
              loading={decide.isPending}
              onClick={() =>
                decide.mutate({
                  params,
                  body: {
                    version: move.version,
                    decision: 'approve',
                    work: workBody(move.work, choices),
                  },
                })
              }
            >
              {t('teamMoves.approve')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** The server's word on single pieces of work, by their key. */
function faultsOf(error: ApiError | null, work: Work): Readonly<Record<string, string>> {
  if (!isApiError(error)) return {};
  return Object.fromEntries(
    error.errors.flatMap(({ field, message }) => {
      const index = /^work\[(\d+)\]/.exec(field)?.[1];
      const piece = index === undefined ? undefined : work[Number(index)];
      return piece ? [[choiceKey(piece), message]] : [];
    }),
  );
}

/** Whoever holds the verb and may not decide this one is told why. */
function WhyBarred({ type, move }: { readonly type: TeamType; readonly move: TeamMove }) {
  const locale = useLocale();
  const viewer = useViewer();
  const machine = teamMoveMachines[type];
  const doc = { ...move, createdBy: move.createdBy?.id ?? null, userId: move.user.id };
  const refusal = refusalOf(machine, 'approve', { doc, viewer });
  if (refusal === null || refusal.code === 'FORBIDDEN' || refusal.code === 'INVALID_STATE') {
    return null;
  }
  const code = refusal.code === 'GUARD' ? machine.guardCodes?.[refusal.guard] : refusal.code;
  return <Alert type="info" showIcon title={errorText(locale, code ?? refusal.code, {})} />;
}
