import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { can } from '@boxyard/shared/domain';
import pg from 'pg';
import type { Actor } from '../kernel/actor.ts';
import { EVENTS_CHANNEL } from '../kernel/outbox.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { type AbilityNeeded, viewAbilities } from '../kernel/viewAbilities.ts';

const RIGHTS_CHANNEL = 'boxyard_rights';
/** What the sidebar of all is made of has changed: the menus themselves. */
const EVERYBODY = 'everybody';
const HEARTBEAT_MS = 25_000;
const REPLAY_LIMIT = 500;
const MAX_BUFFERED = 1_000_000;
const MAX_STREAMS = 5000;

interface OutboxMessage {
  readonly id: number;
  readonly topic: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Stream {
  actor: Actor;
  readonly out: PassThrough;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * The event streams of this process. Every server hears every event by the database's own
 * notifications and passes it to the browsers that may see what it is about (architecture 5).
 */
export class EventHub {
  readonly #runtime: Runtime;
  readonly #url: string;
  readonly #streams = new Set<Stream>();
  readonly #abilities: ReadonlyMap<string, AbilityNeeded> = viewAbilities();
  #listener: pg.Client | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(runtime: Runtime, databaseUrl: string) {
    this.#runtime = runtime;
    this.#url = databaseUrl;
  }

  async start(): Promise<void> {
    await this.#listen();
    this.#heartbeat = setInterval(() => {
      for (const stream of this.#streams) this.#write(stream, ': still here\n\n');
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  get size(): number {
    return this.#streams.size;
  }

  /** A stream for somebody, beginning with what they missed since `lastEventId`. */
  async open(actor: Actor, lastEventId: string | null): Promise<Readable> {
    const out = new PassThrough({ highWaterMark: 64 * 1024 });
    const stream: Stream = { actor, out };
    if (this.#closed || this.#streams.size >= MAX_STREAMS) {
      out.end();
      return out;
    }
    this.#streams.add(stream);
    out.once('close', () => this.#streams.delete(stream));
    this.#write(stream, 'retry: 2000\n: welcome\n\n');
    if (lastEventId !== null && /^\d{1,15}$/.test(lastEventId)) {
      const { rows } = await this.#runtime.pool.query<OutboxMessage>(
        `select id, topic, payload from outbox_events
          where id > $1 and delivered_at is not null order by id limit ${REPLAY_LIMIT}`,
        [lastEventId],
      );
      for (const row of rows) this.#pass(stream, row);
    }
    return out;
  }

  /** To every browser: what belongs to no record and is no secret. */
  broadcast(event: string): void {
    for (const stream of this.#streams) this.#write(stream, `event: ${event}\ndata: {}\n\n`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    for (const stream of this.#streams) stream.out.end();
    this.#streams.clear();
    await this.#listener?.end().catch(() => undefined);
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'boxyard events',
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ channel, payload }) => {
      if (channel === RIGHTS_CHANNEL) this.#rightsChanged(payload === EVERYBODY);
      else if (payload !== undefined) this.#arrived(payload);
    });
    await client.connect();
    await client.query(`listen ${EVENTS_CHANNEL}; listen ${RIGHTS_CHANNEL}`);
    this.#listener = client;
    // What changed while nobody listened is unknown.
    this.#runtime.sessions.forget();
  }

  #lost(client: pg.Client): void {
    if (this.#closed || this.#listener !== client) return;
    this.#listener = undefined;
    void this.#again();
  }

  async #again(): Promise<void> {
    while (!this.#closed) {
      await sleep(500);
      try {
        await this.#listen();
        return;
      } catch (error) {
        this.#runtime.app.log.warn({ err: error }, 'event listener');
      }
    }
  }

  #arrived(payload: string): void {
    try {
      const message = JSON.parse(payload) as OutboxMessage;
      for (const stream of this.#streams) this.#pass(stream, message);
    } catch (error) {
      this.#runtime.app.log.warn({ err: error }, 'event');
    }
  }

  #pass(stream: Stream, { id, topic, payload }: OutboxMessage): void {
    const { actor } = stream;
    if (topic === 'notification') {
      if (payload.userId === actor.userId)
        this.#send(stream, { id, event: topic, data: { id: payload.id } });
      return;
    }
    if (topic !== 'touch') return;
    const company = text(payload.companyId);
    if (company !== null && actor.companyIds !== null && !actor.companyIds.includes(company))
      return;
    const families = Array.isArray(payload.touches) ? payload.touches : [];
    for (const family of families) {
      if (typeof family !== 'string' || !this.#maySee(actor, family)) continue;
      const own = family === payload.entity;
      const data = own ? { family, id: payload.id, version: payload.version } : { family };
      this.#send(stream, { id, event: 'touch', data });
    }
  }

  #maySee(actor: Actor, family: string): boolean {
    const needed = this.#abilities.get(family);
    return needed === undefined || needed.some((ability) => can(actor.grants, ability));
  }

  #send(stream: Stream, { id, event, data }: { id: number; event: string; data: unknown }): void {
    this.#write(stream, `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #write(stream: Stream, piece: string): void {
    if (stream.out.writableLength > MAX_BUFFERED) {
      // A reader that does not read is let go; it resumes by its last event id.
      stream.out.destroy();
      return;
    }
    if (stream.out.writable) stream.out.write(piece);
  }

  /** Sessions that ended lose their stream; people whose rights changed fetch their profile anew. */
  #rightsChanged(everybody: boolean): void {
    this.#runtime.sessions.forget();
    for (const stream of this.#streams) {
      const { sessionId } = stream.actor;
      if (sessionId === null) continue;
      this.#runtime.sessions
        .find(sessionId)
        .then((session) => {
          if (session === null) {
            stream.out.end();
            return;
          }
          const before = rightsOf(stream.actor);
          stream.actor = session.actor;
          if (everybody || rightsOf(session.actor) !== before) {
            this.#write(stream, 'event: profile\ndata: {}\n\n');
          }
        })
        .catch((error: unknown) => this.#runtime.app.log.warn({ err: error }, 'event rights'));
    }
  }
}

const rightsOf = (actor: Actor): string =>
  JSON.stringify([
    [...actor.grants],
    actor.companyIds,
    actor.warehouseIds,
    actor.roleName,
    actor.approvalLimit,
    // Another team of the same kind gives the same abilities, but other colleagues.
    actor.teamId,
    actor.dataScope,
  ]);
