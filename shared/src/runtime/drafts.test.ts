import { dropAllDrafts, dropDraft, readDraft, writeDraft } from './drafts.ts';
import { STORAGE_KEYS, writeJson } from './storage.ts';
import { thisTab, watchTabs } from './tabs.ts';

const KEY = 'purchase-request:new';

/** Writes a draft as another tab would. */
const left = (tab: string, value: unknown, at = Date.now()) => {
  const { entries } = JSON.parse(localStorage.getItem(STORAGE_KEYS.drafts) ?? '{"entries":{}}');
  writeJson(STORAGE_KEYS.drafts, {
    owner: 'u1',
    entries: { ...entries, [`${KEY}${tab && `@${tab}`}`]: { value, at } },
  });
};

/** The tabs that the browser knows to be open. */
let open: string[] = [];
beforeAll(async () => {
  Object.defineProperty(navigator, 'locks', {
    value: {
      query: async () => ({ held: open.map((tab) => ({ name: `tab:${tab}` })) }),
      request: async () => undefined,
    },
  });
  await watchTabs();
});
const tabsAre = async (...tabs: string[]) => {
  open = tabs;
  dispatchEvent(new Event('focus'));
  await Promise.resolve();
  await Promise.resolve();
};
beforeEach(() => writeJson(STORAGE_KEYS.profileUser, { id: 'u1' }));
afterEach(() => dropAllDrafts());

test('what another open tab types is not offered here, and stays its own', async () => {
  left('other', { note: 'theirs' });
  await tabsAre(thisTab(), 'other');
  expect(readDraft(KEY)).toBeNull();
  writeDraft(KEY, { note: 'mine' });
  expect(readDraft(KEY)?.value).toEqual({ note: 'mine' });
  dropDraft(KEY);
  expect(readDraft(KEY)).toBeNull();
  await tabsAre(thisTab());
  expect(readDraft(KEY)?.value).toEqual({ note: 'theirs' });
});

test('what a closed tab has left is offered once, the latest first', async () => {
  left('first', { note: 'earlier' }, Date.now() - 60_000);
  left('second', { note: 'later' });
  await tabsAre(thisTab());
  expect(readDraft(KEY)?.value).toEqual({ note: 'later' });
  // It is this tab's now: it is the same after a reload, and no other tab is offered it.
  expect(readDraft(KEY)?.value).toEqual({ note: 'later' });
  dropDraft(KEY);
  expect(readDraft(KEY)?.value).toEqual({ note: 'earlier' });
});

test('what a release without tabs has kept is still there', () => {
  left('', { note: 'old' });
  expect(readDraft(KEY)?.value).toEqual({ note: 'old' });
});

test('a draft of two weeks ago, and one of another person, are not offered', () => {
  left('first', { note: 'old' }, Date.now() - 15 * 24 * 3_600_000);
  expect(readDraft(KEY)).toBeNull();
  left('first', { note: 'new' });
  writeJson(STORAGE_KEYS.profileUser, { id: 'u2' });
  expect(readDraft(KEY)).toBeNull();
});
