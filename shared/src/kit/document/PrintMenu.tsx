import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { callRow, type FileAnswer, findOptional, saveFile } from '../../client/call.ts';
import { isApiError } from '../../client/errors.ts';
import { mayDo } from '../../runtime/ability.tsx';
import { notifyError } from '../../runtime/notify.ts';
import { Dropdown } from '../../ui/feedback/Dropdown.tsx';
import { FilePreview, printFile } from '../../ui/files/FilePreview.tsx';
import { DownIcon, PrintIcon } from '../../ui/icons.ts';
import { useKitText } from '../../ui/useKitText.ts';

/** The call that answers a family's document as PDF, if it has one and the visitor may use it. */
export function pdfOf(family: string): string | null {
  for (const key of [`${family}.export`, `${family}.document`]) {
    const endpoint = findOptional(key);
    if (endpoint?.kind !== 'file') continue;
    const { access } = endpoint;
    const allowed = access.kind !== 'ability' || access.anyOf.some(mayDo);
    return allowed ? key : null;
  }
  return null;
}

interface PrintMenuProps {
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
}

/** Print ▾: look at the PDF, keep it, or send it to the printer. */
export function PrintMenu({ endpoint, params, title }: PrintMenuProps): ReactNode {
  const t = useKitText();
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const run = async (what: string) => {
    if (what === 'preview') {
      setShown(true);
      return;
    }
    setBusy(true);
    try {
      if (what === 'print') await printFile(endpoint, params);
      else {
        const file = (await callRow(endpoint, { params })) as FileAnswer;
        saveFile(file.fileName === endpoint ? { ...file, fileName: `${title}.pdf` } : file);
      }
    } catch (error) {
      if (isApiError(error) && ![0, 401, 403, 500].includes(error.statusCode)) {
        notifyError(t('print.failed'), error.message);
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: ['preview', 'download', 'print'].map((key) => ({ key, label: t(`print.${key}`) })),
          onClick: ({ key }) => void run(key),
        }}
      >
        <Button icon={<PrintIcon />} loading={busy}>
          {t('print.button')} <DownIcon />
        </Button>
      </Dropdown>
      {shown ? (
        <FilePreview
          endpoint={endpoint}
          params={params}
          title={title}
          fileName={`${title}.pdf`}
          printable
          onClose={() => setShown(false)}
        />
      ) : null}
    </>
  );
}
