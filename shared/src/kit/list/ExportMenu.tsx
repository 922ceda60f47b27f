import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { exportList, type FileAnswer, saveFile } from '../../client/call.ts';
import { isApiError } from '../../client/errors.ts';
import type { ListDef, ListQuery } from '../../contract/list.ts';
import { useCan } from '../../runtime/ability.tsx';
import { notifyError } from '../../runtime/notify.ts';
import { useNarrow } from '../../ui/data/useNarrow.ts';
import { Dropdown } from '../../ui/feedback/Dropdown.tsx';
import { DownIcon, DownloadIcon } from '../../ui/icons.ts';
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

type Format = 'xlsx' | 'csv';

/** Every list exports what it shows: its query, its columns (quality, "Pleasant"). */
export function ExportMenu({ list, def, query, params, visible }: ExportMenuProps): ReactNode {
  const allowed = useCan(def.exportAbility ?? 'all:view');
  if (!def.exportColumns || (def.exportAbility !== undefined && !allowed)) return null;
  const fetchFile = (format: Format) => {
    const { page: _, limit: __, after: ___, ...rest } = query;
    const columns = exportColumnsOf(def, visible);
    const input = { query: { ...rest, format, ...(columns ? { columns } : {}) }, params };
    return exportList(list as never, input as never);
  };
  return <ExportButton fetchFile={fetchFile} />;
}

interface ExportButtonProps {
  readonly fetchFile: (format: Format) => Promise<FileAnswer>;
}

/** A table as a file, of the kind that is chosen; a list's own, or that of a page which is no list. */
export function ExportButton({ fetchFile }: ExportButtonProps): ReactNode {
  const t = useKitText();
  const narrow = useNarrow();
  const [busy, setBusy] = useState(false);
  const run = async (format: Format) => {
    setBusy(true);
    try {
      saveFile(await fetchFile(format));
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
        items: [
          { key: 'xlsx', label: t('export.xlsx') },
          { key: 'csv', label: t('export.csv') },
        ],
        onClick: ({ key }) => void run(key as Format),
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
