/**
 * The last good copy of something fetched at boot, so that a server or a remote that cannot be
 * reached now costs only what is new (architecture 2.1). `check` guards against old shapes.
 */
export function readLastGood<T>(
  key: string,
  check: (value: unknown) => T | undefined,
): T | undefined {
  try {
    const text = localStorage.getItem(`last-good:${key}`);
    return text === null ? undefined : check(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Keeps a copy; a full or refused storage is no reason to fail. */
export function keepLastGood(key: string, value: unknown): void {
  try {
    localStorage.setItem(`last-good:${key}`, JSON.stringify(value));
  } catch {
    // Nothing depends on the copy being there.
  }
}

/** True once per tab and key: guards a reload against becoming a loop. */
export function firstTimeInTab(key: string): boolean {
  try {
    const name = `once:${key}`;
    if (sessionStorage.getItem(name) !== null) return false;
    sessionStorage.setItem(name, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
