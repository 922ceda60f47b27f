import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { type ReactNode, Suspense, useState } from 'react';
import { refresh, touchedBy } from '../../client/query.ts';
import type { ListName } from '../../contract/index.ts';
import { confirm } from '../../runtime/dialogs.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { Modal } from '../../ui/feedback/Modal.tsx';
import { ToneTag } from '../../ui/status/StatusTag.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import type { BulkAction, BulkCall } from '../page/types.ts';
import type { Row } from '../resource/types.ts';
import type { ResourceText } from '../resource/useResourceText.ts';
import { type BulkResult, runBulk } from './bulk.ts';
import classes from './list.module.css';
import '../../ui/remainingTexts.ts';

// Six kilobytes that only a bulk action needs.
const Progress = retryingLazy(() => import('antd/es/progress'));

export interface BulkBarProps<L extends ListName> {
  readonly actions: readonly BulkAction<L>[];
  readonly rows: readonly Row<L>[];
  readonly count: number;
  readonly text: ResourceText;
  readonly nameOf: (row: Row<L>) => string;
  readonly onClear: () => void;
}

/** What can be done to the chosen rows; each row answers for itself in the report. */
export function BulkActions<L extends ListName>(props: BulkBarProps<L>): ReactNode {
  const { actions, rows, count, text, onClear } = props;
  const t = useKitText();
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);

  const run = async (action: BulkCall<L>) => {
    const label = text(action.label ?? `bulk.${action.key}`);
    const answer = await confirm({
      title: t('bulk.title', { action: label, count: rows.length }),
      body: t('bulk.text'),
      okText: label,
      danger: action.danger ?? false,
      ...(action.reason ? { reason: { label: t('reason'), required: true, max: 500 } } : {}),
    });
    if (!answer.ok) return;
    setProgress({ done: 0, of: rows.length });
    const calls = rows.map((row) => {
      const { id, version } = row as { id: string; version?: number };
      const reason = action.reason ? { reason: answer.reason } : {};
      const body = action.body?.(row, answer.reason) ?? { version, ...reason };
      return { id, name: props.nameOf(row), body };
    });
    const done = await runBulk(action.endpoint, calls, (finished) =>
      setProgress({ done: finished, of: calls.length }),
    );
    setProgress(null);
    setResults(done);
    void refresh(client, touchedBy(action.endpoint));
    onClear();
  };

  const failed = results?.filter((result) => !result.ok).length ?? 0;
  return (
    <>
      {count === 0 ? null : (
        <div className={classes.bulk}>
          <span>{t('bulk.selected', { count })}</span>
          {actions.map((action) => (
            <Button
              key={action.key}
              size="small"
              danger={action.danger ?? false}
              onClick={() => ('onRun' in action ? action.onRun(rows, onClear) : void run(action))}
            >
              {text(action.label ?? `bulk.${action.key}`)}
            </Button>
          ))}
          <Button size="small" type="link" onClick={onClear}>
            {t('bulk.none')}
          </Button>
        </div>
      )}
      <Modal open={progress !== null} closable={false} footer={null} title={t('bulk.running')}>
        <Suspense fallback={null}>
          <Progress percent={progress ? Math.round((100 * progress.done) / progress.of) : 0} />
        </Suspense>
      </Modal>
      <Modal
        open={results !== null}
        title={t('bulk.report', { ok: (results?.length ?? 0) - failed, failed })}
        onCancel={() => setResults(null)}
        footer={
          <Button type="primary" onClick={() => setResults(null)}>
            {t('close')}
          </Button>
        }
      >
        <ul className={classes.report}>
          {results?.map(({ name, ok, message }) => (
            <li key={name}>
              <ToneTag tone={ok ? 'success' : 'error'}>{name}</ToneTag>{' '}
              {ok ? t('bulk.done') : message}
            </li>
          ))}
        </ul>
      </Modal>
    </>
  );
}
