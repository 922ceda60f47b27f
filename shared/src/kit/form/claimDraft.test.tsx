import { STORAGE_KEYS, writeJson } from '../../runtime/storage.ts';

type Tab = typeof import('../../runtime/drafts.ts') & typeof import('./claimDraft.ts');

const FORM = 'purchase-requests:new';
const OTHER = 'purchase-orders:new';

/** Listeners of the tabs that are open, so that one of them can be left. */
const leaving = new Map<Tab, EventListener>();

/** A page of the application in a tab of its own: the browser's storage is all that tabs share. */
async function openTab(): Promise<Tab> {
  const listen = jest.spyOn(window, 'addEventListener');
  let opened: Tab | undefined;
  await jest.isolateModulesAsync(async () => {
    await import('../../runtime/draftTabs.ts');
    opened = {
      ...(await import('../../runtime/drafts.ts')),
      ...(await import('./claimDraft.ts')),
    };
  });
  const [, left] = listen.mock.calls.find(([event]) => event === 'pagehide') ?? [];
  listen.mockRestore();
  if (!opened || typeof left !== 'function') throw new Error('a tab hears of its end');
  window.removeEventListener('pagehide', left);
  leaving.set(opened, left);
  return opened;
}

/** Closes the page; `reload`: the next one is in the same tab. */
function leave(tab: Tab, { reload = false } = {}): void {
  leaving.get(tab)?.(new Event('pagehide'));
  if (!reload) sessionStorage.clear();
}

const textOf = (tab: Tab, form = FORM) => tab.readDraft(tab.claimDraft(form))?.value ?? null;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  writeJson(STORAGE_KEYS.profileUser, { id: 'somchai' });
});

test('two tabs with a new record each keep a draft each, also after a reload', async () => {
  const one = await openTab();
  const ofOne = one.claimDraft(FORM);
  one.writeDraft(ofOne, 'first');

  const two = await openTab();
  expect(textOf(two)).toBeNull();
  two.writeDraft(two.claimDraft(FORM), 'second');
  one.writeDraft(ofOne, 'first, longer');

  leave(one, { reload: true });
  const again = await openTab();
  expect(textOf(again)).toBe('first, longer');
  // The other one is still being typed.
  expect(textOf(await openTab())).toBeNull();
});

test('each of two tabs that are reloaded at once finds its own', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.writeDraft(one.claimDraft(FORM), 'first');
  two.writeDraft(two.claimDraft(FORM), 'second');
  leave(two, { reload: true });
  const nameOfTwo = sessionStorage.getItem('tab') ?? '';
  leave(one, { reload: true });
  expect(textOf(await openTab())).toBe('first');
  sessionStorage.setItem('tab', nameOfTwo);
  expect(textOf(await openTab())).toBe('second');
});

test('a tab that is closed while somebody types leaves what was typed, and so does a second one', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.writeDraftSoon(one.claimDraft(FORM), 'first');
  leave(one);
  two.writeDraftSoon(two.claimDraft(OTHER), 'an order');
  // Its own form is another one: what the closed tab left waits for whoever opens that.
  expect(textOf(two)).toBe('first');
  leave(two);
  const three = await openTab();
  expect([textOf(three), textOf(three, OTHER)]).toEqual(['first', 'an order']);
});

test('a sent record takes only its own draft away', async () => {
  const [one, two] = [await openTab(), await openTab()];
  const [ofOne, ofTwo] = [one.claimDraft(FORM), two.claimDraft(FORM)];
  one.writeDraft(ofOne, 'first');
  two.writeDraft(ofTwo, 'second');
  two.dropDraft(ofTwo);
  expect([textOf(one), one.readDraft(ofTwo)]).toEqual(['first', null]);
});

test('a draft of an earlier release is found, and one of a month ago is gone', async () => {
  writeJson(STORAGE_KEYS.drafts, {
    owner: 'somchai',
    entries: {
      [FORM]: { value: 'before the update', at: Date.now() - 86_400_000 },
      [OTHER]: { value: 'long ago', at: Date.now() - 30 * 86_400_000 },
    },
  });
  const tab = await openTab();
  expect([textOf(tab), textOf(tab, OTHER)]).toEqual(['before the update', null]);
  tab.writeDraft('another', 1);
  expect(localStorage.getItem('drafts')).not.toContain('long ago');
});

test('a tab that crashed leaves its draft to the next one that opens', async () => {
  const held = new Set<string>();
  const locks = {
    request: (name: string) => {
      held.add(name);
      return Promise.resolve();
    },
    query: async () => ({ held: [...held].map((name) => ({ name })), pending: [] }),
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  try {
    const one = await openTab();
    one.writeDraft(one.claimDraft(FORM), 'first');
    const two = await openTab();
    expect(textOf(two)).toBeNull();
    held.clear();
    const three = await openTab();
    expect(textOf(three)).toBe('first');
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});
