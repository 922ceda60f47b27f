import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { MachineAbility } from '@boxyard/shared/domain/access/machineAbilities.ts';
import { type Actor, machineActor } from './actor.ts';
import type { App } from './app.ts';
import type { Clock } from './clock.ts';
import { newId } from './sql.ts';
import type { Pg } from './types.ts';

/** `bxk_<id of the key without hyphens>_<256 random bits>`: found by its id, known by the rest. */
const KEY = /^bxk_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\w-]{43})$/;
const USED_EVERY_MS = 60_000;

type Sign = App['sign'];

/** A keyed hash: whoever reads the table alone can neither use nor try a key. */
const hashOf = (sign: Sign, secret: string): Buffer =>
  Buffer.from(sign('machine-key', secret), 'hex');

/** A key that nobody has yet: its text, shown once, and what the table keeps of it. */
export function newMachineKey(sign: Sign) {
  const id = newId();
  const secret = randomBytes(32).toString('base64url');
  return {
    id,
    key: `bxk_${id.replaceAll('-', '')}_${secret}`,
    secretHash: hashOf(sign, secret),
    hint: secret.slice(-4),
  };
}

interface KeyRow {
  company_id: string;
  product_id: string;
  abilities: MachineAbility[];
  secret_hash: Buffer;
  last_used_at: Date | null;
}

/** Keys of machines (ADR 0033). Each call asks the table, so that a revoked key ends everywhere at once. */
export class MachineKeys {
  readonly #pg: Pg;
  readonly #clock: Clock;
  readonly #sign: Sign;

  constructor({ pg, clock, sign }: { pg: Pg; clock: Clock; sign: Sign }) {
    this.#pg = pg;
    this.#clock = clock;
    this.#sign = sign;
  }

  /** The machine that a bearer text stands for; null: no key, or one that is revoked or over. */
  async find(text: string): Promise<Actor | null> {
    const parts = KEY.exec(text);
    if (parts === null) return null;
    const keyId = parts.slice(1, 6).join('-');
    const now = this.#clock.now();
    const { rows } = await this.#pg.query<KeyRow>({
      name: 'kernel.machineKey',
      text: `select company_id, product_id, abilities, secret_hash, last_used_at from machine_keys
        where id = $1::uuid and revoked_at is null and expires_at > $2::timestamptz`,
      values: [keyId, now],
    });
    const [row] = rows;
    if (row === undefined) return null;
    const sent = hashOf(this.#sign, parts[6] ?? '');
    if (sent.length !== row.secret_hash.length || !timingSafeEqual(sent, row.secret_hash)) {
      return null;
    }
    await this.#noteUse(keyId, { now, before: row.last_used_at });
    return machineActor({
      keyId,
      companyId: row.company_id,
      productId: row.product_id,
      abilities: row.abilities,
    });
  }

  /** At most once a minute: a machine that sells all day must not rewrite its key each time. */
  async #noteUse(id: string, { now, before }: { now: Date; before: Date | null }): Promise<void> {
    if (before !== null && now.getTime() - before.getTime() < USED_EVERY_MS) return;
    await this.#pg.query(
      `update machine_keys set last_used_at = $2::timestamptz
        where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz)`,
      [id, now],
    );
  }
}
