import type { Registry } from '@boxyard/shared/contract/remote.ts';
import { readText, writeText } from '@boxyard/shared/runtime/storage.ts';

/** Remotes that this browser takes from its own machine, by name: the address they are served at. */
export type Overrides = Readonly<Record<string, string>>;

const KEY = 'remote-overrides';
/** Tells the server which origins its policy has to let in (api/src/http/overrides.ts). */
const COOKIE = 'boxyard_overrides';
const REMOTE = /^remote-[a-z][a-z0-9-]*$/;

/** The origin of a port of the own machine, or null: nothing else may take a remote's place. */
export function localOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, origin } = new URL(text);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return protocol === 'http:' && isLocal && port !== '' ? origin : null;
}

/** The server says with each document whether it is one to develop against; production never is. */
export const areOverridesAllowed = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="remote-overrides"]')?.content === 'allowed';

/** What a person has confirmed in this browser; nothing where the server does not allow it. */
export function readOverrides(): Overrides {
  if (!areOverridesAllowed()) return {};
  try {
    const kept: unknown = JSON.parse(readText(KEY) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept as object).filter(
        ([name, origin]) => REMOTE.test(name) && localOrigin(origin) === origin,
      ),
    );
  } catch {
    return {};
  }
}

/** Keeps them and loads the document anew, with a policy that allows just these origins. */
export function applyOverrides(overrides: Overrides, reload = () => location.reload()): void {
  const origins = [...new Set(Object.values(overrides))];
  writeText(KEY, JSON.stringify(overrides));
  const age = origins.length === 0 ? '; max-age=0' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${COOKIE}=${origins.join('|')}; path=/; samesite=strict${age}`;
  reload();
}

/** The registry as this browser has it: the address of an overridden remote is another. */
export function withOverrides(rows: Registry, overrides = readOverrides()): Registry {
  const own = Object.entries(overrides).map(([name, origin]) => [
    name,
    {
      entry: `${origin}/mf-manifest.json`,
      contributions: `${origin}/contributions.json`,
      // The flags are the environment's, whoever serves the files.
      ...(rows[name]?.flags ? { flags: rows[name].flags } : {}),
    },
  ]);
  return { ...rows, ...Object.fromEntries(own) };
}

/**
 * What `?override=remote-warehouse@http://localhost:4701` asks for. It only fills the panel in: a link
 * must never put foreign code into somebody's session.
 */
export function askedOverride(search: string): { name: string; origin: string } | null {
  const asked = new URLSearchParams(search).get('override') ?? '';
  const name = asked.replace(/@.*$/, '');
  const origin = localOrigin(asked.slice(name.length + 1));
  return REMOTE.test(name) && origin !== null ? { name, origin } : null;
}
