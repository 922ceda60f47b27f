import {
  changeDrafts,
  type DraftEntry,
  draftOwner,
  draftTab,
  storedDrafts,
} from '../../runtime/drafts.ts';

// Says what becomes of drafts when the tab is left: nobody waits for it.
void import('../../runtime/draftTabs.ts');

/**
 * The key of a form's draft: that of this tab, else one that a closed tab has left, else a new one. What
 * is being typed in another open tab is left alone.
 */
export function claimDraft(form: string): string {
  const { owner: whose, entries } = storedDrafts();
  const rank = ({ tab: of, at }: DraftEntry) => (of === draftTab ? Number.POSITIVE_INFINITY : at);
  const [found] = Object.entries(whose === draftOwner() ? entries : {})
    .filter(
      ([key, entry]) =>
        key.split('#')[0] === form && (entry.tab === draftTab || entry.left || !entry.tab),
    )
    .sort(([, a], [, b]) => rank(b) - rank(a));
  if (!found) return `${form}#${Date.now()}-${draftTab}`;
  const [key, entry] = found;
  changeDrafts((all) => ({ ...all, [key]: { ...entry, tab: draftTab, left: false } }));
  return key;
}
