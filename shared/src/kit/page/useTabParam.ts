import { useSearchParams } from 'react-router-dom';

/**
 * The open tab of a page that has several, kept in the URL (`?tab=units`); the first one is the
 * default. Changing it drops the rest of the query, which belonged to the tab that was left.
 */
export function useTabParam(tabs: readonly string[]): [string, (tab: string) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const [first = ''] = tabs;
  const tab = asked !== null && tabs.includes(asked) ? asked : first;
  return [tab, (next) => setSearch(next === first ? {} : { tab: next })];
}
