import type { Preload, Start } from '../contract/remote.ts';
import { localeStore } from './stores.ts';

/** What somebody waits for behind the form is not waited for longer: the shell can ask by itself. */
const TIMEOUT_MS = 4000;
/** What was asked for while somebody typed is asked for again when they typed that long. */
const FRESH_MS = 60_000;

interface Asked {
  readonly path: string;
  readonly at: number;
  readonly answer: Promise<Start | null>;
}
let asked: Asked | null = null;

const isStart = (value: unknown): value is Start =>
  typeof value === 'object' && value !== null && 'remotes' in value && 'files' in value;

function fetchAhead({ href, as, cors = false, integrity }: Preload): void {
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.as = as;
  if (cors) link.crossOrigin = 'anonymous';
  if (integrity !== undefined) link.integrity = integrity;
  link.href = href;
  document.head.append(link);
}

async function fetchStart(path: string): Promise<Start | null> {
  try {
    const answer = await fetch(`/start.json?path=${encodeURIComponent(path)}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const start: unknown = answer.ok ? await answer.json() : null;
    if (!isStart(start)) return null;
    [...start.files, ...start.texts[localeStore.getState().locale]].forEach(fetchAhead);
    return start;
  } catch {
    // The shell asks for what it needs, and says what is wrong.
    return null;
  }
}

/** On the sign-in page: asks for what a page needs, and fetches its files, while somebody types. */
export function askForStart(path: string): void {
  if (asked?.path === path && performance.now() - asked.at < FRESH_MS) return;
  asked = { path, at: performance.now(), answer: fetchStart(path) };
}

/** In the shell, once: what the document carries, or what the sign-in page has asked for. */
export async function takeStart(): Promise<Start | null> {
  const given = asked;
  asked = null;
  if (given) return given.answer;
  const element = document.getElementById('start');
  element?.remove();
  try {
    const start: unknown = JSON.parse(element?.textContent ?? 'null');
    return isStart(start) ? start : null;
  } catch {
    return null;
  }
}
