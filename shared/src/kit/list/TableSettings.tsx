import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Popover from 'antd/es/popover';
import { type ReactNode, Suspense } from 'react';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { setTableDensity, useTablePreferences } from '../../runtime/tablePreferences.ts';
import { SlidersIcon } from '../../ui/moreIcons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import classes from './list.module.css';

// Behind a button that few press.
const Segmented = retryingLazy(() => import('antd/es/segmented'));

interface TableSettingsProps {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly visible: readonly string[];
  /** null goes back to the resource's own choice. */
  readonly onColumns: (columns: readonly string[] | null) => void;
}

const DENSITIES = ['compact', 'middle', 'roomy'] as const;

/** Which columns, how tall the rows: kept per person, the columns in the address too. */
export function TableSettings({ columns, visible, onColumns }: TableSettingsProps): ReactNode {
  const t = useKitText();
  const { density } = useTablePreferences();
  const toggle = (key: string) => {
    const next = columns
      .map((column) => column.key)
      .filter((one) => (one === key ? !visible.includes(one) : visible.includes(one)));
    // A table without columns says nothing.
    if (next.length > 0) onColumns(next);
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <div className={classes.menu}>
          <div>
            <div className={classes.menuTitle}>{t('list.density')}</div>
            <Suspense fallback={null}>
              <Segmented
                value={density}
                onChange={(value) => setTableDensity(value as typeof density)}
                options={DENSITIES.map((value) => ({ value, label: t(`list.densities.${value}`) }))}
              />
            </Suspense>
          </div>
          <div className={classes.menuTitle}>{t('list.columns')}</div>
          {columns.map(({ key, title }) => (
            <Checkbox key={key} checked={visible.includes(key)} onChange={() => toggle(key)}>
              {title}
            </Checkbox>
          ))}
          <Button size="small" onClick={() => onColumns(null)}>
            {t('list.resetColumns')}
          </Button>
        </div>
      }
    >
      <Button icon={<SlidersIcon />} aria-label={t('list.settings')} title={t('list.settings')} />
    </Popover>
  );
}
