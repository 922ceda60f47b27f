import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import {
  callRow,
  endpointOf,
  exportList,
  type FileAnswer,
  queryOf,
  saveFile,
} from '../../client/call.ts';
import { isApiError } from '../../client/errors.ts';
import {
  type ExportFormat,
  exportFormatsOf,
  type ListDef,
  type ListQuery,
} from '../../contract/list.ts';
import { useCan } from '../../runtime/ability.tsx';
import { notifyError } from '../../runtime/notify.ts';
import { useNarrow } from '../../ui/data/useNarrow.ts';
import { Dropdown } from '../../ui/feedback/Dropdown.tsx';
import { DownIcon } from '../../ui/icons.ts';
import { DownloadIcon } from '../../ui/moreIcons.ts';
import { useKitText } from '../../ui/useKitText.ts';

interface ExportMenuProps {
  readonly list: string;
  readonly def: ListDef;
  readonly query: ListQuery;
  readonly params: Readonly<Record<string, string>> | undefined;
  /** Columns on screen; those the server can export are exported, in this order. */
  readonly visible: readonly string[];
}

/** The columns of an export: what is shown, as far as the endpoint exports it. */
export function exportColumnsOf(def: ListDef, visible: readonly string[]): string[] | undefined {
  const columns = visible.filter((key) => def.exportColumns?.includes(key));
  return columns.length > 0 ? columns : undefined;
}

/** Every list exports what it shows: its query, its columns (quality "Pleasant"). */
export function ExportMenu({ list, def, query, params, visible }: ExportMenuProps): ReactNode {
  const allowed = useCan(def.exportAbility ?? 'all:view');
  if (!def.exportColumns || (def.exportAbility !== undefined && !allowed)) return null;
  const fetchFile = async (format: ExportFormat) => {
    const { page: _, limit: __, after: ___, ...rest } = query;
    const columns = exportColumnsOf(def, visible);
    const input = { query: { ...rest, format, ...(columns ? { columns } : {}) }, params };
    try {
      return await exportList(list as never, input as never);
    } catch (error) {
      if (!isApiError(error, 'EXPORT_TOO_LARGE')) throw error;
      // A job prepares it; a notification leads to the file.
      const asked = queryOf(endpointOf(list), input.query);
      await callRow('exports.create', { body: { list, query: asked, params: params ?? {} } });
      return null;
    }
  };
  return <ExportButton fetchFile={fetchFile} formats={exportFormatsOf(def)} />;
}

export interface ExportButtonProps<F extends ExportFormat> {
  /** null: the file comes later. */
  readonly fetchFile: (format: F) => Promise<FileAnswer | null>;
  readonly formats: readonly F[];
}

/** A table as a file, of the kind that is chosen; a list's own, or that of a page which is no list. */
export function ExportButton<F extends ExportFormat>({
  fetchFile,
  formats,
}: ExportButtonProps<F>): ReactNode {
  const t = useKitText();
  const narrow = useNarrow();
  const [busy, setBusy] = useState(false);
  const run = async (format: F) => {
    setBusy(true);
    try {
      const file = await fetchFile(format);
      if (file) saveFile(file);
    } catch (error) {
      // The client's table has no notice for a failed GET of these kinds (specification 8).
      const said = isApiError(error) && ![0, 401, 403, 500].includes(error.statusCode);
      if (said) notifyError(t('export.failed'), error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: formats.map((format) => ({ key: format, label: t(`export.${format}`) })),
        onClick: ({ key }) => void run(key as F),
      }}
    >
      <Button
        icon={<DownloadIcon />}
        loading={busy}
        {...(narrow ? { 'aria-label': t('export.button'), title: t('export.button') } : {})}
      >
        {narrow ? null : t('export.button')}
        {narrow ? null : <DownIcon />}
      </Button>
    </Dropdown>
  );
}
