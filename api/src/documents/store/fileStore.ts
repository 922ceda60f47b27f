import type { Readable } from 'node:stream';
import type { Received } from './receive.ts';

/** What a store holds under a name: never what it is called or whose it is. */
export interface HeldFile {
  readonly id: string;
  readonly size: number;
  readonly at: Date;
}

/** Where the bytes of files lie: in a folder, or in an object store (ADR 0067). */
export interface FileStore {
  /** For people: where it is, without what opens it. */
  readonly place: string;
  /** Takes a content whole, to where `keep` can store it under its checksum. */
  receive(content: Buffer | Readable): Promise<Received>;
  /** Stores the whole content or nothing; when it answers, the content survives a power cut. */
  keep(received: Received): Promise<void>;
  /**
   * The content, checked against its name before the first byte is given out.
   * @throws FileMissingError, FileDamagedError, FilesUnavailableError
   */
  get(id: string): Promise<Readable>;
  /** null: there is none of that name. */
  sizeOf(id: string): Promise<number | null>;
  /** Removing what is not there is no error: a retry must be able to finish. */
  remove(id: string): Promise<void>;
  /** Everything there is, by name in ascending order, some at a time. */
  list(): AsyncIterable<readonly HeldFile[]>;
  /** Which database the store belongs to; null: none yet. */
  owner(): Promise<string | null>;
  setOwner(owner: string): Promise<void>;
  /** Removes what was received before this time and never kept. */
  forgetReceived(before: Date): Promise<void>;
}

class StoreError extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(message: string, { statusCode, code, ...options }: ErrorOptions & StoreFault) {
    super(message, options);
    this.name = code;
    this.statusCode = statusCode;
    this.code = code;
  }
}

interface StoreFault {
  readonly statusCode: number;
  readonly code: string;
}

export class FileMissingError extends StoreError {
  constructor(id: string) {
    super(`No stored file ${JSON.stringify(id)}`, { statusCode: 404, code: 'FILE_MISSING' });
  }
}

/** What lies there is not what was stored. */
export class FileDamagedError extends StoreError {
  constructor(id: string) {
    super(`The stored file ${id} is damaged`, { statusCode: 500, code: 'FILE_DAMAGED' });
  }
}

/** The store does not answer, or refuses. */
export class FilesUnavailableError extends StoreError {
  /** A refusal does not pass by waiting: wrong keys, a bucket that is none. */
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal = false, ...options }: RefusalOptions = {}) {
    super(message, { ...options, statusCode: 503, code: 'FILES_UNAVAILABLE' });
    this.isRefusal = isRefusal;
  }
}

interface RefusalOptions extends ErrorOptions {
  readonly isRefusal?: boolean;
}

/** Checksum of the content. The shorter ones are random: files that were stored before 0250. */
const FILE_ID = /^(?:[0-9a-f]{64}|[0-9a-f]{32})$/;

/** The name under which a content lies: the only way from an id to a place, so that none can lead out. */
export function pathOf(id: string): string {
  if (!FILE_ID.test(id)) throw new FileMissingError(id);
  return `${id.slice(0, 2)}/${id}`;
}

/** The id that lies under a path; null for what is no file of ours. */
export function idOf(path: string): string | null {
  const id = path.slice(3);
  return FILE_ID.test(id) && path === `${id.slice(0, 2)}/${id}` ? id : null;
}

/** Whether the name says what the content is. */
export const isChecksum = (id: string): boolean => id.length === 64;

/** Name of the object that says which database a store belongs to. */
export const OWNER_FILE = 'boxyard-store';
