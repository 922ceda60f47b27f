import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { callRow, type FileAnswer, type MutationAnswer, saveFile } from '../../client/call.ts';
import { type ApiError, isApiError } from '../../client/errors.ts';
import { newKey } from '../../client/http.ts';
import { useRowMutation } from '../../client/query.ts';
import { type CellFault, type ImportData, maxImportRows } from '../../contract/areas/imports.ts';
import { addTexts, useT } from '../../runtime/i18n.ts';
import { notifyError } from '../../runtime/notify.ts';
import { Table, type TableColumn } from '../../ui/data/Table.tsx';
import { Drawer } from '../../ui/feedback/Drawer.tsx';
import { UploadIcon } from '../../ui/icons.ts';
import { DownloadIcon } from '../../ui/moreIcons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import type { ImportButtonProps, ImportColumnHelp } from './ImportButton.tsx';
import en from './i18n/en.json';
import th from './i18n/th.json';
import classes from './import.module.css';
import '../../ui/remainingTexts.ts';

addTexts('import', { en, th });
const useImportText = () => useT('import');

const WIDE = 880;
const ACCEPTED = '.xlsx,.csv';
const FORMATS = ['xlsx', 'csv'] as const;
type Format = (typeof FORMATS)[number];

interface Props extends ImportButtonProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The sentence of a refusal: what is wrong with the file, else with the call. */
const reasonOf = (error: ApiError): string =>
  error.errors.map(({ message }) => message).join(' ') || error.message;

/**
 * A file is looked at first: what would come in and every bad cell are shown, and nothing has
 * changed. Then the good rows are imported; the others can be had as a file to correct.
 */
export function ImportDrawer({ open, onClose, ...props }: Props): ReactNode {
  const t = useImportText();
  const kit = useKitText();
  const [found, setFound] = useState<ImportData | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const check = useRowMutation('imports.check', { errorNotice: 'none' });
  const commit = useRowMutation('imports.commit');

  const failed = (error: ApiError) => setRefusal(reasonOf(error));
  const look = (file: File) => {
    setRefusal(null);
    setFound(null);
    check.mutate(
      // Another file is another intention, whatever became of the last.
      {
        idempotencyKey: newKey(),
        params: { resource: props.resource },
        body: {},
        files: [file],
      },
      {
        onSuccess: (answer) => setFound((answer as MutationAnswer<ImportData>).data),
        onError: failed,
      },
    );
  };
  const take = ({ id, version }: ImportData) => {
    setRefusal(null);
    commit.mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: (answer) => setFound((answer as MutationAnswer<ImportData>).data),
        onError: failed,
      },
    );
  };
  const restart = () => {
    setFound(null);
    setRefusal(null);
  };

  return (
    <Drawer
      open={open}
      onClose={onClose}
      afterOpenChange={(isOpen) => (isOpen ? undefined : restart())}
      size={WIDE}
      destroyOnHidden
      title={kit('import')}
      footer={
        <div className={classes.buttons}>
          {found ? (
            <Button onClick={restart} disabled={commit.isPending}>
              {t('another')}
            </Button>
          ) : null}
          {found?.allowedActions.includes('commit') ? (
            <Button type="primary" loading={commit.isPending} onClick={() => take(found)}>
              {t('take', { count: found.goodRows })}
            </Button>
          ) : (
            <Button onClick={onClose}>{kit('close')}</Button>
          )}
        </div>
      }
    >
      <div className={classes.body} aria-live="polite">
        {refusal ? <Alert type="error" showIcon title={refusal} /> : null}
        {found ? (
          <Findings found={found} />
        ) : (
          <Beginning {...props} busy={check.isPending} onFile={look} />
        )}
      </div>
    </Drawer>
  );
}

/** Fetches a file of the import; the client's table has no notice for these refusals. */
async function keep(key: string, input: Parameters<typeof callRow>[1], failed: string) {
  try {
    saveFile((await callRow(key, input)) as FileAnswer);
  } catch (error) {
    const said = isApiError(error) && ![0, 401, 403, 500].includes(error.statusCode);
    if (said) notifyError(failed, error.message);
  }
}

interface BeginningProps extends ImportButtonProps {
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

/** What the file has to hold, and the place to put it. */
function Beginning({ resource, lead, columns, busy, onFile }: BeginningProps): ReactNode {
  const t = useImportText();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !busy) onFile(file);
  };
  return (
    <>
      <p>{lead}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, not instead */}
      <div
        className={`${classes.drop} ${over ? classes.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Button
          type="primary"
          icon={<UploadIcon />}
          loading={busy}
          onClick={() => input.current?.click()}
        >
          {t(busy ? 'looking' : 'choose')}
        </Button>
        <span>{t('accepted', { rows: maxImportRows(resource).toLocaleString('en') })}</span>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          className={classes.hidden}
          aria-label={t('choose')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onFile(file);
            target.value = '';
          }}
        />
      </div>
      <Downloads
        label={t('template')}
        onKeep={(format) =>
          keep('imports.template', { params: { resource }, query: { format } }, t('failed'))
        }
      />
      <h2 className={classes.heading}>{t('columns')}</h2>
      <Columns columns={columns} />
    </>
  );
}

function Columns({ columns }: { readonly columns: readonly ImportColumnHelp[] }): ReactNode {
  const t = useImportText();
  return (
    <dl className={classes.columns}>
      {columns.map(({ key, title, help, required = false }) => (
        <div key={key}>
          <dt>
            {title}
            {required ? null : <span className={classes.optional}> ({t('optional')})</span>}
          </dt>
          <dd>{help}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DownloadsProps {
  readonly label: string;
  readonly onKeep: (format: Format) => Promise<void>;
}

function Downloads({ label, onKeep }: DownloadsProps): ReactNode {
  const t = useImportText();
  return (
    <div className={classes.downloads}>
      <span>{label}</span>
      {FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          icon={<DownloadIcon />}
          aria-label={`${label} ${t(`format.${format}`)}`}
          onClick={() => void onKeep(format)}
        >
          {t(`format.${format}`)}
        </Button>
      ))}
    </div>
  );
}

/** What came in or would come in, and each cell that keeps a row out. */
function Findings({ found }: { readonly found: ImportData }): ReactNode {
  const t = useImportText();
  const { badRows, committedAt, faultCount, faults, goodRows, importedRows, totalRows } = found;
  const done = committedAt !== null;
  const title = done
    ? t('done', { count: importedRows, total: totalRows })
    : goodRows === 0
      ? t('none')
      : t('ready', { count: goodRows, total: totalRows });
  return (
    <>
      <p className={classes.file}>{found.fileName}</p>
      {found.unreadSheets?.length ? (
        <Alert
          type="warning"
          showIcon
          title={t('unread', { sheets: found.unreadSheets.join(', ') })}
        />
      ) : null}
      <Alert
        type={badRows === 0 ? 'success' : goodRows === 0 && !done ? 'error' : 'warning'}
        showIcon
        title={title}
        description={
          badRows === 0
            ? undefined
            : t(done ? 'left' : goodRows === 0 ? 'allBad' : 'bad', {
                count: badRows,
                cells: faultCount,
              })
        }
      />
      {badRows === 0 ? null : (
        <>
          <Downloads
            label={t(done ? 'leftCopy' : 'copy')}
            onKeep={(format) =>
              keep('imports.copy', { params: { id: found.id }, query: { format } }, t('failed'))
            }
          />
          <Faults faults={faults} />
          {faultCount > faults.length ? <p>{t('more', { count: faults.length })}</p> : null}
        </>
      )}
    </>
  );
}

function Faults({ faults }: { readonly faults: readonly CellFault[] }): ReactNode {
  const t = useImportText();
  const columns: readonly TableColumn<CellFault>[] = [
    { key: 'cell', title: t('cell'), width: 90, render: ({ cell }) => cell, card: 'corner' },
    {
      key: 'heading',
      title: t('column'),
      width: 140,
      render: ({ heading }) => heading,
      card: 'title',
    },
    {
      key: 'value',
      title: t('value'),
      width: 200,
      render: ({ value }) =>
        value === '' ? <span className={classes.optional}>{t('empty')}</span> : value,
    },
    { key: 'message', title: t('message'), render: ({ message }) => message },
  ];
  return (
    <Table
      label={t('faults')}
      columns={columns}
      rows={faults}
      rowKey={({ cell, column }) => `${cell} ${column}`}
      density="middle"
    />
  );
}
