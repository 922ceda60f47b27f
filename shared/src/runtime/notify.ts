import { create } from 'zustand';
import { tabStorage } from './storage.ts';

/** How long a notice stays: the main client's, and pop-ups (specification 9). */
export const NOTICE_MS = { main: 2500, popup: 3000 } as const;

export type NoticeType = 'success' | 'error' | 'info' | 'warning';

export interface NoticeInput {
  readonly type: NoticeType;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly duration?: number | undefined;
  /** A link inside the notice, e.g. to the document a notification is about. */
  readonly action?: { readonly title: string; readonly path: string } | undefined;
}

export interface ShownNotice extends NoticeInput {
  readonly id: number;
  readonly duration: number;
}

export const noticeStore = create<{ readonly notices: readonly ShownNotice[] }>(() => ({
  notices: [],
}));

const CARRIED = 'notices';
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const same = (a: NoticeInput, b: NoticeInput): boolean =>
  a.type === b.type && a.title === b.title && a.detail === b.detail;

export function dismissNotice(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  noticeStore.setState(({ notices }) => ({ notices: notices.filter((one) => one.id !== id) }));
}

/** While the pointer or the focus rests on a notice it stays. */
export function holdNotice(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function releaseNotice(id: number): void {
  const notice = noticeStore.getState().notices.find((one) => one.id === id);
  if (notice)
    timers.set(
      id,
      setTimeout(() => dismissNotice(id), notice.duration),
    );
}

/** Shows a notice; one that is already on screen is not shown twice. Answers its id. */
export function notify(input: NoticeInput): number {
  const shown = noticeStore.getState().notices.find((one) => same(one, input));
  if (shown) {
    holdNotice(shown.id);
    releaseNotice(shown.id);
    return shown.id;
  }
  lastId += 1;
  const notice: ShownNotice = { ...input, id: lastId, duration: input.duration ?? NOTICE_MS.popup };
  noticeStore.setState(({ notices }) => ({ notices: [...notices, notice] }));
  releaseNotice(notice.id);
  return notice.id;
}

export const notifySuccess = (title: string, detail?: string): number =>
  notify({ type: 'success', title, detail });
export const notifyError = (title: string, detail?: string): number =>
  notify({ type: 'error', title, detail });
export const notifyInfo = (title: string, detail?: string): number =>
  notify({ type: 'info', title, detail });

/** Hands the notices on screen to the page that is about to load (sign-in and sign-out do so). */
export const carryNotices = (): void =>
  tabStorage.put(
    CARRIED,
    noticeStore.getState().notices.map(({ id: _id, ...notice }) => notice),
  );

/**
 * Takes what the document before this one has handed over; the answer shows it. An entry takes first
 * and shows once it has drawn: a 401 in between hands notices to the next document, not to this one.
 */
export function takeCarriedNotices(): () => void {
  const carried = tabStorage.take<NoticeInput[]>(CARRIED) ?? [];
  return () => carried.splice(0).forEach((notice) => void notify(notice));
}
