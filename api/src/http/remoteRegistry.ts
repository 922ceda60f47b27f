import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Registry, registry } from '@boxyard/shared/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';

const TIMEOUT = 4000;

type Places = Pick<Config, 'remotesUrl' | 'remotesDir'> & { readonly built: string };

const fromFile = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

async function fromUrl(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const readable = (value: unknown): Registry => {
  const checked = registry.safeParse(value);
  if (!checked.success) throw new Error('it is no registry of remotes');
  return checked.data;
};

/**
 * Which remotes there are (architecture 4): `remotes.json` of the build, before it what was deployed to
 * REMOTES_DIR, or only what REMOTES_URL answers. Read again every few seconds (RemotePages), so that
 * deploying needs no restart; what cannot be read leaves the last good copy in force.
 */
export class RemoteRegistry {
  readonly #places: Places;
  readonly #log: FastifyBaseLogger;
  readonly #good = new Map<string, Registry>();
  #origins: readonly string[] = [];

  constructor(places: Places, log: FastifyBaseLogger) {
    this.#places = places;
    this.#log = log;
  }

  /** Other origins that code and data come from, for the Content-Security-Policy. */
  get origins(): readonly string[] {
    return this.#origins;
  }

  async read(): Promise<Registry> {
    const rows = await this.#rows();
    const addresses = Object.values(rows).flatMap((row) => [row.entry, row.contributions]);
    this.#origins = [
      ...new Set(
        addresses
          .filter((address) => /^https?:/.test(address) && URL.canParse(address))
          .map((address) => new URL(address).origin),
      ),
    ];
    return rows;
  }

  async #rows(): Promise<Registry> {
    const { built, remotesUrl, remotesDir } = this.#places;
    if (remotesUrl !== null) return this.#from(remotesUrl, fromUrl);
    const rows = await this.#from(built, fromFile);
    if (remotesDir === null) return rows;
    return { ...rows, ...(await this.#from(join(remotesDir, 'remotes.json'), fromFile)) };
  }

  /** What `place` says now, or said last while it could be read; nothing before anything was there. */
  async #from(place: string, fetched: (place: string) => Promise<unknown>): Promise<Registry> {
    try {
      const rows = readable(await fetched(place));
      this.#good.set(place, rows);
      return rows;
    } catch (error) {
      const kept = this.#good.get(place);
      if (kept !== undefined || !isMissing(error)) {
        this.#log.warn({ err: error, place }, 'the registry of remotes could not be read');
      }
      return kept ?? {};
    }
  }
}
