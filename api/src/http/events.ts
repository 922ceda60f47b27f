import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { can } from '@boxyard/shared/domain';
import pg from 'pg';
import {
  type AbilityNeeded,
  type Actor,
  EVENTS_CHANNEL,
  newId,
  type Runtime,
  viewAbilities,
} from '../kernel/index.ts';

const RIGHTS_CHANNEL = 'boxyard_rights';
/** Streams that have to end, by their ids: another one has been opened, perhaps elsewhere. */
const STREAMS_CHANNEL = 'boxyard_streams';
/** What the sidebar of all is made of has changed: the menus themselves. */
const EVERYBODY = 'everybody';
const HEARTBEAT_MS = 25_000;
const REPLAY_LIMIT = 500;
/** Events with lower ids may be committed later: how far back it is looked for them. */
const OVERTAKEN = 1000;
const MAX_BUFFERED = 1_000_000;
const MAX_STREAMS = 5000;
/** A browser has one, shared by its tabs; the others are of connections that broke unnoticed. */
export const STREAMS_PER_SESSION = 4;
/** Browsers and telephones that one person is signed in with. */
export const STREAMS_PER_PERSON = 20;

interface OutboxMessage {
  readonly id: number;
  readonly topic: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Looks up whose a record is: who sees it. null: the record is gone. */
export type RecordSight = (
  subject: string,
  id: string,
) => Promise<((actor: Actor) => boolean) | null>;
const everybody = (): boolean => true;

interface Stream {
  readonly id: string;
  actor: Actor;
  readonly out: PassThrough;
  /**
   * Ids of what a resumed stream was given until its replay ended: an event may be delivered and
   * replayed at the same moment, and is told once.
   */
  readonly told: Set<number>;
  isResuming: boolean;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Families of the contract that a change has touched. */
const familiesOf = ({ payload: { touches } }: Pick<OutboxMessage, 'payload'>): readonly string[] =>
  Array.isArray(touches) ? touches.filter((family) => typeof family === 'string') : [];

/**
 * The event streams of this process. Every server hears every event by the database's own
 * notifications and passes it to the browsers that may see what it is about (architecture 5).
 */
export class EventHub {
  readonly #runtime: Runtime;
  readonly #url: string;
  readonly #sight: RecordSight;
  /** Events leave in their order, although each asks first whom it concerns. */
  #passing: Promise<void> = Promise.resolve();
  readonly #streams = new Set<Stream>();
  readonly #abilities: ReadonlyMap<string, AbilityNeeded> = viewAbilities();
  #listener: pg.Client | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(runtime: Runtime, databaseUrl: string, sight: RecordSight) {
    this.#runtime = runtime;
    this.#sight = sight;
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
    const resumes = lastEventId !== null && /^\d{1,15}$/.test(lastEventId);
    const stream: Stream = { id: newId(), actor, out, told: new Set(), isResuming: resumes };
    if (this.#closed || this.#streams.size >= MAX_STREAMS) {
      out.end();
      return out;
    }
    this.#streams.add(stream);
    out.once('close', () => this.#closed || this.#left([stream]));
    try {
      await this.#makeRoom(stream);
    } catch (error) {
      out.destroy();
      throw error;
    }
    this.#write(stream, 'retry: 2000\n: welcome\n\n');
    if (resumes) {
      const { rows } = await this.#runtime.pool.query<OutboxMessage>(
        // An event may be sent after one with a higher id, whose transaction ended earlier.
        `select id, topic, payload from outbox_events
          where id > $1::bigint - ${OVERTAKEN} and id <> $1 and delivered_at is not null
            and (id > $1 or delivered_at > (select delivered_at from outbox_events where id = $1))
          order by id limit ${REPLAY_LIMIT}`,
        [lastEventId],
      );
      await this.#runtime.app.caughtUp();
      for (const row of rows) {
        // Nobody reads on: each event asks the database who sees its record.
        if (!this.#streams.has(stream)) break;
        await this.#pass([stream], row);
      }
      stream.isResuming = false;
    }
    return out;
  }

  /**
   * Ends the oldest streams of whoever opens one too many, through whichever server. The newest stays:
   * it is the one that somebody reads, and its browser hears what the others would have told. Streams
   * of a server that was killed are counted until they are the oldest.
   */
  async #makeRoom({ id, actor: { userId, sessionId } }: Stream): Promise<void> {
    const { rows } = await this.#runtime.pool.query<{ id: string }>({
      name: 'http.stream',
      text: `with added as (
          insert into event_streams (id, user_id, session_id, opened_at)
          values ($1, $2, $3, clock_timestamp())
        ), theirs as (
          select id, session_id = $3 and row_number() over (
              partition by session_id order by opened_at desc) >= $4 as of_session,
            row_number() over (order by opened_at desc) >= $5 as of_person
          from event_streams where user_id = $2
        ), ended as (
          delete from event_streams e using theirs t
          where e.id = t.id and (t.of_session or t.of_person) returning e.id
        )
        select id, pg_notify('${STREAMS_CHANNEL}', id::text) from ended`,
      values: [id, userId, sessionId, STREAMS_PER_SESSION, STREAMS_PER_PERSON],
    });
    for (const ended of rows) this.#end(ended.id);
  }

  #end(id: string): void {
    for (const stream of this.#streams) {
      if (stream.id !== id) continue;
      this.#streams.delete(stream);
      stream.out.end();
    }
  }

  /** These are no longer open here. */
  async #left(streams: readonly Stream[]): Promise<void> {
    for (const stream of streams) this.#streams.delete(stream);
    if (streams.length === 0) return;
    await this.#runtime.pool
      .query('delete from event_streams where id = any($1::uuid[])', [streams.map(({ id }) => id)])
      .catch((error: unknown) => this.#runtime.app.log.warn({ err: error }, 'event stream'));
  }

  /** To every browser: what belongs to no record and is no secret. */
  broadcast(event: string): void {
    for (const stream of this.#streams) this.#write(stream, `event: ${event}\ndata: {}\n\n`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    const open = [...this.#streams];
    for (const stream of open) stream.out.end();
    await this.#left(open);
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
      else if (channel === STREAMS_CHANNEL) this.#end(payload ?? '');
      else if (payload !== undefined) this.#arrived(payload);
    });
    await client.connect();
    await client.query(
      `listen ${EVENTS_CHANNEL}; listen ${RIGHTS_CHANNEL}; listen ${STREAMS_CHANNEL}`,
    );
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
    const message = JSON.parse(payload) as OutboxMessage;
    // Before any browser hears of the change and asks for the list again.
    const drop = (): void => this.#runtime.app.dropFigures(familiesOf(message));
    drop();
    const readable = this.#runtime.replica?.caughtUp();
    this.#passing = this.#passing
      .then(async () => {
        if (readable !== undefined) {
          await readable;
          // Counted meanwhile, by a replica that did not have the change.
          drop();
        }
        await this.#pass([...this.#streams], message);
      })
      .catch((error: unknown) => this.#runtime.app.log.warn({ err: error }, 'event'));
  }

  async #pass(all: readonly Stream[], message: OutboxMessage): Promise<void> {
    const { topic, payload } = message;
    // The driver answers a bigint as text, a notification as a number.
    const id = Number(message.id);
    const streams = all.filter(({ told }) => !told.has(id));
    for (const { told, isResuming } of streams) if (isResuming) told.add(id);
    if (topic === 'notification') {
      for (const stream of streams) {
        if (payload.userId === stream.actor.userId)
          this.#send(stream, { id, event: topic, data: { id: payload.id } });
      }
      return;
    }
    if (topic === 'touch') await this.#passTouch(streams, message);
  }

  /**
   * Who may open the family's page and sees the record hears of it by its id. The other families that
   * changed with it are named alone, to whoever works in its company and warehouse.
   */
  async #passTouch(streams: readonly Stream[], { id, payload }: OutboxMessage): Promise<void> {
    const families = familiesOf({ payload });
    const company = text(payload.companyId);
    const concerned = streams.filter(
      ({ actor }) =>
        (company === null || actor.companyIds === null || actor.companyIds.includes(company)) &&
        families.some((family) => this.#maySee(actor, family)),
    );
    if (concerned.length === 0) return;
    const [entity, record] = [text(payload.entity), text(payload.id)];
    const sees = entity === null || record === null ? everybody : await this.#sight(entity, record);
    for (const stream of concerned) {
      const { actor } = stream;
      // What depends on a record is cut by company and warehouse only, as stock is.
      const isNear = sees === null || sees({ ...actor, dataScope: 'company' });
      const isSeen = sees?.(actor) === true;
      for (const family of families) {
        const own = family === entity;
        if (!(own && sees !== null ? isSeen : isNear) || !this.#maySee(actor, family)) continue;
        const data = own && isSeen ? { family, id: record, version: payload.version } : { family };
        this.#send(stream, { id, event: 'touch', data });
      }
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
