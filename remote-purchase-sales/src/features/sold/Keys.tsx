import { oneOptions } from '@boxyard/shared/client';
import type { MachineKey, SoldContainer } from '@boxyard/shared/contract';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import { CallDialog } from '@boxyard/shared/kit';
import { notifySuccess, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  DateText,
  Modal,
  PieceAnswer,
  RelativeTime,
  ToneTag,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './sold.module.css';
import { keyFields, reasonFields, soldContainers } from './sold.resource.tsx';

const A_YEAR = 365;

/** Keys with which the container reports what it sells. */
export function Keys({ row }: { readonly row: SoldContainer }) {
  const t = useT('remote-purchase-sales');
  const query = useQuery(oneOptions('productContracts.keys', { params: { id: row.id } }));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<MachineKey | null>(null);
  return (
    <>
      <div className={classes.head}>
        <p className={classes.quiet}>{t('sold.keys.lead')}</p>
        <Button onClick={() => setMaking(true)}>{t('sold.keys.new')}</Button>
      </div>
      <PieceAnswer query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <p className={classes.quiet}>{t('sold.keys.none')}</p>
          ) : (
            <ul className={classes.changes}>
              {keys.map((key) => (
                <KeyRow key={key.id} of={key} onRevoke={() => setRevoking(key)} />
              ))}
            </ul>
          )
        }
      </PieceAnswer>
      {isMaking ? (
        <CallDialog
          endpoint="productContracts.createKey"
          params={{ id: row.id }}
          resource={soldContainers}
          title={t('sold.dialog.key.title', { serial: row.serialNumber })}
          consequence={t('sold.dialog.key.text')}
          okText={t('sold.dialog.key.ok')}
          fields={keyFields}
          initialValues={{ name: '', expiresOn: addDays(bangkokDate(new Date()), A_YEAR) }}
          onDone={({ key }) => {
            setMaking(false);
            setMade(key);
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {made ? <Shown text={made} onClose={() => setMade(null)} /> : null}
      {revoking ? (
        <CallDialog
          endpoint="productContracts.revokeKey"
          params={{ id: row.id, keyId: revoking.id }}
          resource={soldContainers}
          title={t('sold.dialog.revoke.title', { name: revoking.name })}
          consequence={t('sold.dialog.revoke.text')}
          okText={t('sold.keys.revoke')}
          fields={reasonFields.revoke}
          initialValues={{}}
          toBody={(values) => ({ ...values, version: revoking.version })}
          onDone={() => setRevoking(null)}
          onClose={() => setRevoking(null)}
        />
      ) : null}
    </>
  );
}

/** The text of a new key: this once. */
function Shown({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const t = useT('remote-purchase-sales');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notifySuccess(t('sold.keys.copied'));
  };
  return (
    <Modal
      open
      title={t('sold.keys.made')}
      onCancel={onClose}
      footer={null}
      mask={{ closable: false }}
    >
      <Alert type="warning" showIcon title={t('sold.keys.once')} />
      <div className={classes.key}>
        <code data-testid="machine-key">{text}</code>
        <Button onClick={() => void copy()}>{t('sold.keys.copy')}</Button>
      </div>
      <Button type="primary" onClick={onClose}>
        {t('sold.keys.kept')}
      </Button>
    </Modal>
  );
}

function KeyRow({ of: key, onRevoke }: { readonly of: MachineKey; readonly onRevoke: () => void }) {
  const t = useT('remote-purchase-sales');
  const isOver = key.revokedAt !== null || key.isExpired;
  return (
    <li className={`${classes.change} ${classes.section}`}>
      <div>
        <strong>{key.name}</strong> <span className={classes.quiet}>…{key.hint}</span>{' '}
        {key.revokedAt !== null ? (
          <ToneTag tone="error">{t('sold.keys.revoked')}</ToneTag>
        ) : (
          <ToneTag tone={isOver ? 'neutral' : 'success'}>
            {t(isOver ? 'sold.keys.expired' : 'sold.keys.works')}
          </ToneTag>
        )}
        <p className={classes.quiet}>
          {t('sold.keys.until')} <DateText value={key.expiresAt} /> ·{' '}
          {key.lastUsedAt === null ? (
            t('sold.keys.unused')
          ) : (
            <>
              {t('sold.keys.used')} <RelativeTime value={key.lastUsedAt} />
            </>
          )}
          {key.revokedReason === null ? '' : ` · ${key.revokedReason}`}
        </p>
      </div>
      {isOver ? null : (
        <Button
          size="small"
          danger
          onClick={onRevoke}
          aria-label={`${t('sold.keys.revoke')} ${key.name}`}
        >
          {t('sold.keys.revoke')}
        </Button>
      )}
    </li>
  );
}
