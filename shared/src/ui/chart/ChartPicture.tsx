import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { saveFile } from '../../client/call.ts';
import type { ChartModel } from '../../domain/charts/model.ts';
import { addTexts, useT } from '../../runtime/i18n.ts';
import { notify, notifySuccess } from '../../runtime/notify.ts';
import { useTokens } from '../../runtime/theme.tsx';
import { Dropdown } from '../feedback/Dropdown.tsx';
import { DownloadIcon } from '../moreIcons.ts';
import en from './i18n/en.json';
import th from './i18n/th.json';
import { paintChart } from './paintChart.ts';

addTexts('chart', { en, th });

/** Signs that some file system refuses in a name. */
const REFUSED = /[\\/:*?"<>|\s]+/g;

interface Props {
  readonly title: string;
  /** Asked for with the picture: a map fetches its outlines. */
  readonly model: () => Promise<ChartModel>;
}

/** The button of a chart by which its picture is copied or saved. */
export function ChartPicture({ title, model }: Props): ReactNode {
  const t = useT('chart');
  const palette = useTokens();
  const picture = async () => paintChart(await model(), palette);
  const does = {
    copy: async () => {
      try {
        // It is promised, not awaited first: a browser allows it only at once after the click.
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture() })]);
        notifySuccess(t('picture.copied'));
      } catch {
        notify({ type: 'error', title: t('picture.failed'), detail: t('picture.failedText') });
      }
    },
    save: async () => {
      saveFile({ blob: await picture(), fileName: `${title.replace(REFUSED, ' ').trim()}.png` });
    },
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'copy', label: t('picture.copy') },
          { key: 'save', label: t('picture.save') },
        ],
        onClick: ({ key }) => void (key === 'copy' ? does.copy() : does.save()),
      }}
    >
      <Button
        size="small"
        type="text"
        icon={<DownloadIcon />}
        aria-label={t('picture.open', { title })}
      />
    </Dropdown>
  );
}
