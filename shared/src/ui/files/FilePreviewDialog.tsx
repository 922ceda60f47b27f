import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, useRef } from 'react';
import { callRow, type FileAnswer, saveFile } from '../../client/call.ts';
import { Modal } from '../feedback/Modal.tsx';
import { ErrorState } from '../feedback/States.tsx';
import { PrintIcon } from '../icons.ts';
import { DownloadIcon } from '../moreIcons.ts';
import { useKitText } from '../useKitText.ts';
import type { FilePreviewProps } from './FilePreview.tsx';
import classes from './files.module.css';
import { useBlobUrl } from './useBlobUrl.ts';
import '../remainingTexts.ts';

/** Shows a picture or a PDF, to look at, keep or print. */
export function FilePreviewDialog(props: FilePreviewProps): ReactNode {
  const { endpoint, params, title, onClose, fileName, printable = false } = props;
  const t = useKitText();
  const frame = useRef<HTMLIFrameElement>(null);
  const file = useQuery({
    queryKey: ['file', endpoint, params],
    queryFn: () => callRow(endpoint, { params }) as Promise<FileAnswer>,
    gcTime: 0,
  });
  const url = useBlobUrl(file.data?.blob);
  const isPicture = file.data?.blob.type.startsWith('image/') ?? false;
  const keep = () => {
    if (file.data) saveFile(fileName ? { ...file.data, fileName } : file.data);
  };
  return (
    <Modal
      open
      width="min(1000px, 96vw)"
      style={{ top: 24 }}
      title={title}
      onCancel={onClose}
      footer={[
        printable ? (
          <Button
            key="print"
            icon={<PrintIcon />}
            disabled={!url}
            onClick={() => frame.current?.contentWindow?.print()}
          >
            {t('print.print')}
          </Button>
        ) : null,
        <Button key="keep" type="primary" icon={<DownloadIcon />} disabled={!url} onClick={keep}>
          {t('print.download')}
        </Button>,
      ]}
    >
      {file.isError ? (
        <ErrorState error={file.error} onRetry={() => void file.refetch()} />
      ) : url === null ? (
        <Skeleton active />
      ) : isPicture ? (
        <img className={classes.preview} src={url} alt={title} />
      ) : (
        <iframe ref={frame} className={classes.preview} src={url} title={title} />
      )}
    </Modal>
  );
}
