import { TabbedPage, useQueryKey, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { ClausesTab } from './clauses/ClausesTab.tsx';
import { HeadersPage } from './HeadersPage.tsx';
import { SettingsTab } from './settings/SettingsTab.tsx';

/** Headers and clauses of contracts, and the settings that companies keep beside them. */
export function Page() {
  const t = useT('remote-admin');
  const [tab, setTab] = useTabParam(['headers', 'clauses', 'settings']);
  const [opened] = useQueryKey('header');
  const headers = <HeadersPage page="contract-header" embedded />;
  if (opened !== null) return headers;
  return (
    <TabbedPage
      title={t('headers.pages.contract-header')}
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'headers', label: t('headers.title'), children: headers },
        {
          key: 'clauses',
          label: t('clauses.title'),
          children: <ClausesTab isShown={tab === 'clauses'} />,
        },
        { key: 'settings', label: t('settings.title'), children: <SettingsTab /> },
      ]}
    />
  );
}
