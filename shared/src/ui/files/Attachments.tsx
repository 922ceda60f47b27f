import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { callRow, type FileAnswer, saveFile } from '../../client/call.ts';
import { useRowMutation } from '../../client/query.ts';
import { ATTACHMENT_KINDS } from '../../contract/common.ts';
import { confirm } from '../../runtime/dialogs.ts';
import { notifyError } from '../../runtime/notify.ts';
import { useViewer } from '../../runtime/session.ts';
import { EmptyState } from '../feedback/States.tsx';
import { formatBytes } from '../format/numbers.ts';
import { UploadIcon } from '../icons.ts';
import { AttachmentIcon, DeleteIcon, DownloadIcon, EyeIcon } from '../moreIcons.ts';
import { DateTimeText } from '../text/Dates.tsx';
import { useKitText } from '../useKitText.ts';
import { FilePreview } from './FilePreview.tsx';
import classes from './files.module.css';

/** `contract/common.ts` attachment. */
export interface AttachedFile {
  readonly id: string;
  readonly fileName: string;
  readonly mime: string;
  readonly size: number;
  readonly kind: string;
  readonly createdAt: string;
  readonly by: { readonly id: string; readonly name: string } | null;
}

export interface AttachmentsProps {
  readonly files: readonly AttachedFile[];
  /** Family of the document: `<family>.attach` and `<family>.detach` of the contract. */
  readonly family: string;
  readonly documentId: string;
  /** Without it files are shown and nothing else. */
  readonly canChange: boolean;
  /** Nothing of the document is decided: whoever attached a file may remove it. */
  readonly canRemove: boolean;
}

/** domain-warehouse 1.0: at most 10 MB each, jpg, png, pdf, xlsx; the server looks inside. */
const MAX_BYTES = 10 * 1024 * 1024;
const ACCEPTED = '.jpg,.jpeg,.png,.pdf,.xlsx';
const ENDINGS = /\.(jpe?g|png|pdf|xlsx)$/i;

const canPreview = ({ mime }: AttachedFile): boolean =>
  mime.startsWith('image/') || mime === 'application/pdf';

/** The files of a document: attach by button or by dropping, look at, keep, remove. */
export function Attachments(props: AttachmentsProps): ReactNode {
  const { files, family, documentId, canChange } = props;
  const t = useKitText();
  const { userId } = useViewer();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<string>('other');
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState<AttachedFile | null>(null);
  const attach = useRowMutation(`${family}.attach`);
  const detach = useRowMutation(`${family}.detach`);

  const send = (list: FileList | null) => {
    const chosen = [...(list ?? [])];
    const refused = chosen.find((file) => file.size > MAX_BYTES || !ENDINGS.test(file.name));
    if (refused) notifyError(t('files.refused', { name: refused.name }), t('files.accepted'));
    else if (chosen.length > 0) {
      attach.mutate({ params: { id: documentId }, body: { kind }, files: chosen });
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files);
  };
  const remove = async (file: AttachedFile) => {
    const answer = await confirm({
      title: t('files.removeTitle', { name: file.fileName }),
      body: t('files.removeText'),
      okText: t('files.remove'),
      danger: true,
    });
    if (answer.ok) detach.mutate({ params: { id: documentId, attachmentId: file.id } });
  };
  const keep = async (file: AttachedFile) => {
    const answer = (await callRow('attachments.file', { params: { id: file.id } })) as FileAnswer;
    saveFile({ ...answer, fileName: file.fileName });
  };

  return (
    <div>
      {canChange ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, not instead
        <div
          className={`${classes.drop} ${over ? classes.over : ''}`}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Select
            aria-label={t('files.kind')}
            value={kind}
            onChange={setKind}
            options={ATTACHMENT_KINDS.map((value) => ({ value, label: t(`files.kinds.${value}`) }))}
            style={{ minWidth: 150 }}
          />
          <Button
            icon={<UploadIcon />}
            loading={attach.isPending}
            onClick={() => input.current?.click()}
          >
            {t('files.attach')}
          </Button>
          <span>{t('files.accepted')}</span>
          <input
            ref={input}
            type="file"
            multiple
            accept={ACCEPTED}
            className={classes.hidden}
            aria-label={t('files.attach')}
            onChange={(event) => {
              send(event.target.files);
              event.target.value = '';
            }}
          />
        </div>
      ) : null}
      {files.length === 0 ? (
        <EmptyState title={t('files.none')} />
      ) : (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.id} className={classes.file}>
              <AttachmentIcon aria-hidden />
              <div className={classes.name}>
                {file.fileName}
                <div className={classes.about}>
                  {t(`files.kinds.${file.kind}`)} · {formatBytes(file.size)} ·{' '}
                  {file.by?.name ?? t('timeline.system')} · <DateTimeText value={file.createdAt} />
                </div>
              </div>
              {canPreview(file) ? (
                <Button
                  type="text"
                  icon={<EyeIcon />}
                  aria-label={t('files.show', { name: file.fileName })}
                  onClick={() => setShown(file)}
                />
              ) : null}
              <Button
                type="text"
                icon={<DownloadIcon />}
                aria-label={t('files.keep', { name: file.fileName })}
                onClick={() => void keep(file)}
              />
              {canChange && props.canRemove && file.by?.id === userId ? (
                <Button
                  type="text"
                  danger
                  icon={<DeleteIcon />}
                  aria-label={t('files.removeOne', { name: file.fileName })}
                  onClick={() => void remove(file)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {shown ? (
        <FilePreview
          endpoint="attachments.file"
          params={{ id: shown.id }}
          title={shown.fileName}
          fileName={shown.fileName}
          onClose={() => setShown(null)}
        />
      ) : null}
    </div>
  );
}
