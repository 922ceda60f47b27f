/**
 * The only code that touches the browser's storage (architecture 1). Every read tolerates a storage
 * that is refused, full or holds something else.
 */
export const STORAGE_KEYS = {
  token: 'token',
  /** Epoch milliseconds. */
  exp: 'exp',
  /** The raw answer of `auth/profile`. */
  profile: 'profile',
  profileUser: 'profileUser',
  permissions: 'permissions',
  theme: 'theme',
  layout: 'layout',
  sidebar: 'sidebar',
  locale: 'locale',
  auth: 'auth',
  drafts: 'drafts',
  /** Name of this tab, from one of its pages to the next. */
  tab: 'tab',
  /** Changes that were sent without a network. */
  outbox: 'outbox',
  /** Records that a person opened last, for the palette. */
  recent: 'recent',
  /** What a person chose last in fields that most often hold the same. */
  lastUsed: 'lastUsed',
} as const;

/** What specification 4 says logout clears. */
export const SESSION_KEYS = [
  STORAGE_KEYS.token,
  STORAGE_KEYS.exp,
  STORAGE_KEYS.profile,
  STORAGE_KEYS.profileUser,
  STORAGE_KEYS.permissions,
] as const;

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeText(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`"${key}" could not be stored`, error);
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // What cannot be reached cannot be read either.
  }
}

/** The guard of specification 2: a stored token, permissions or profile. */
export const hasSession = (): boolean =>
  [STORAGE_KEYS.token, STORAGE_KEYS.permissions, STORAGE_KEYS.profile].some(
    (key) => readText(key) !== null,
  );

/** A stored JSON value, or null when there is none that can be read. */
export function readJson<T>(key: string): T | null {
  const text = readText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export const writeJson = (key: string, value: unknown): void =>
  writeText(key, JSON.stringify(value));

/** Values that live as long as the tab: what one full page load hands to the next. */
export const tabStorage = {
  /** Reads a value and forgets it. */
  take<T>(key: string): T | null {
    try {
      const text = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return text === null ? null : (JSON.parse(text) as T);
    } catch {
      return null;
    }
  },
  put(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // The next page does without.
    }
  },
};
