import { STORAGE_KEYS, tabStorage } from './storage.ts';

/**
 * The tabs of this site that are open in this browser. Each holds a lock for as long as it lives, which
 * ends with the tab however it is closed.
 */
const LOCK = 'tab:';

const nameOf = (): string => {
  const id = tabStorage.take<string>('tab') ?? Math.random().toString(36).slice(2);
  tabStorage.put('tab', id);
  return id;
};
/** This tab's name. It outlives a reload. */
let tab: string | undefined;
export const thisTab = (): string => {
  tab ??= nameOf();
  return tab;
};

let others: ReadonlySet<string> = new Set();
/** Whether another tab of that name is open, as far as this one has seen. */
export const isOpenTab = (name: string): boolean => name !== thisTab() && others.has(name);

async function look(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  others = new Set(held.flatMap(({ name = '' }) => (name.startsWith(LOCK) ? name.slice(4) : [])));
}

/** Holds this tab's lock, and follows which others there are. Without locks each tab counts alone. */
export async function watchTabs(): Promise<void> {
  if (!('locks' in navigator)) return;
  addEventListener('focus', () => void look());
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEYS.drafts) void look();
  });
  await look();
  // A tab that was duplicated has the name of the first.
  if (others.has(thisTab())) {
    tabStorage.take('tab');
    tab = nameOf();
  }
  void navigator.locks.request(LOCK + thisTab(), () => new Promise(() => undefined));
}
