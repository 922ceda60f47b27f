import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { Modal } from '../../ui/feedback/Modal.tsx';
import { DiffTable } from '../../ui/history/DiffTable.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import type { Resource } from '../resource/defineResource.ts';
import { useDifferences } from './useDifferences.tsx';

export interface ConflictDialogProps {
  readonly open: boolean;
  readonly resource: Resource;
  /** The record as it was read, and as somebody else has saved it meanwhile. */
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly onReload: () => void;
  /** Goes on with what was typed, upon the new version; absent where nothing was typed. */
  readonly onKeep?: () => void;
}

/** Somebody else saved first: shows what they changed, and leaves the choice (409 VERSION_CONFLICT). */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { open, resource, before, after, onReload, onKeep } = props;
  const t = useKitText();
  const differencesOf = useDifferences(resource);
  const differences = before && after ? differencesOf(before, after) : [];
  return (
    <Modal
      open={open}
      title={t('conflict.title')}
      onCancel={onKeep ?? onReload}
      footer={[
        <Button key="reload" type={onKeep ? 'default' : 'primary'} onClick={onReload}>
          {t(onKeep ? 'conflict.reload' : 'conflict.see')}
        </Button>,
        onKeep ? (
          <Button key="keep" type="primary" onClick={onKeep}>
            {t('conflict.keep')}
          </Button>
        ) : null,
      ]}
    >
      <p>{t('conflict.text')}</p>
      {differences.length > 0 ? (
        <DiffTable
          rows={differences}
          beforeTitle={t('conflict.before')}
          afterTitle={t('conflict.now')}
        />
      ) : (
        <p>{t('conflict.elsewhere')}</p>
      )}
    </Modal>
  );
}
