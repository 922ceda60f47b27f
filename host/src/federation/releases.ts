import { writeWaitingDrafts } from '@boxyard/shared/runtime/drafts.ts';
import { firstTimeInTab } from '@boxyard/shared/runtime/lastGood.ts';
import { carryNotices } from '@boxyard/shared/runtime/notify.ts';
import { discoverRemotes, type RemoteInfo, releaseOf } from './registry.ts';

/** Remotes of which another release is live than this document began with, by name. */
const newer = new Map<string, RemoteInfo>();

const markOf = (info: RemoteInfo): string =>
  JSON.stringify([info.entry, releaseOf(info), info.contributions]);

/** Which of the remotes were released anew since; each is answered once. */
export async function findReleases(known: readonly RemoteInfo[]): Promise<RemoteInfo[]> {
  const live = new Map((await discoverRemotes()).map((info) => [info.name, info]));
  return known.flatMap((mine) => {
    const now = live.get(mine.name);
    // What cannot be read, now or at boot, says nothing about a release.
    if (!now || now.failure || mine.failure) return [];
    const before = newer.get(mine.name) ?? mine;
    if (markOf(now) === markOf(mine)) newer.delete(mine.name);
    else newer.set(mine.name, now);
    return newer.has(mine.name) && markOf(now) !== markOf(before) ? [now] : [];
  });
}

/** Whether a page would keep somebody from leaving: it holds what is not saved. */
function holdsUnsaved(): boolean {
  const question = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(question);
  return question.defaultPrevented;
}

/** Long enough for a document to take this one's place; a browser that stayed goes on here. */
const LEAVING_MS = 5000;

/**
 * On the way to a page of a remote that was released anew, loads the document instead: the new release
 * cannot take the old one's place in a running one. Answers null when there is nothing to do: also
 * while something is unsaved, which is worth more, and once only for each release.
 */
export function applyRelease(remote: string, target: string): Promise<null> | null {
  const found = newer.get(remote);
  if (!found || holdsUnsaved()) return null;
  if (!firstTimeInTab(`release:${remote}:${releaseOf(found)}:${found.entry}`)) return null;
  carryNotices();
  writeWaitingDrafts();
  // After "back" the address is there already.
  if (target === location.href) location.reload();
  else location.assign(target);
  return new Promise((resolve) => setTimeout(() => resolve(null), LEAVING_MS));
}
