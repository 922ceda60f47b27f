import type { AuditDetail, AuditItem } from '@boxyard/shared/contract';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';
import type { Setting } from './setting.ts';

/** Who counts the shelves of the first company. */
const CREW = {
  planner: 'warehouse-manager',
  counter: 'warehouse-staff',
  recounter: 'warehouse-staff.2',
  approver: 'accounting-manager',
} as const;
const WAREHOUSE = 'CENTRAL';
/** How long somebody takes from bin to bin. */
const WALK_MS = 9 * 60_000;

/**
 * Counts of the last days: one that was posted, one under review with a line counted twice, one that
 * is being counted, one that is planned.
 */
export async function countShelves(
  office: Office,
  { setting }: { readonly setting: Setting },
): Promise<void> {
  const shelves = new Shelves(office, setting);
  await shelves.posted();
  await shelves.underReview();
  await shelves.counting();
  await shelves.planned();
}

class Shelves {
  readonly #office: Office;
  readonly #warehouseId: string;
  readonly #bins: readonly string[];
  #used = 0;

  constructor(office: Office, setting: Setting) {
    this.#office = office;
    this.#warehouseId = setting.warehouses.get(WAREHOUSE) ?? '';
    this.#bins = setting.bins.get(WAREHOUSE) ?? [];
  }

  #plan(more: object, bins = 2): Promise<AuditDetail> {
    const binIds = this.#bins.slice(this.#used, this.#used + bins);
    this.#used += bins;
    return this.#office.act(CREW.planner, 'audits.create', {
      body: {
        warehouseId: this.#warehouseId,
        type: 'cycle',
        isBlind: true,
        freeze: 'none',
        binIds,
        // Others go on seeing what lies there (I24).
        counterIds: [CREW.counter, CREW.recounter].map((one) => this.#office.idOf(one)),
        tolerancePct: '2.00',
        toleranceValue: '500.00',
        ...more,
      },
    });
  }

  async #put(
    by: string,
    { id, version }: AuditDetail,
    { status, ...body }: { readonly status: string; readonly items?: readonly object[] },
  ): Promise<AuditDetail> {
    this.#office.clock.advance(WALK_MS);
    return this.#office.act(by, 'audits.setStatus', {
      params: { id },
      body: { version, status, ...body },
    });
  }

  /** What the books have of a line: blind counters do not know it, the teller of the story does. */
  async #books(line: AuditItem): Promise<number> {
    if (line.serialNo !== null) return 1;
    const part = await this.#office.act(ADMIN.account, 'parts.get', {
      params: { id: line.part.id },
    });
    const here = part.balances.filter(
      (one) =>
        one.bin.id === line.bin.id && one.lotNo === line.lotNo && one.condition === line.condition,
    );
    return here.reduce((sum, { onHand }) => sum + (onHand ?? 0), 0);
  }

  /**
   * Counts lines; `off` says by how much somebody sees more or fewer than the books have, of lines that
   * are counted: a piece with a serial number is there, whatever the day of the story brings to light.
   */
  async #count(
    by: string,
    doc: AuditDetail,
    { lines, off = () => 0 }: { lines: readonly AuditItem[]; off?: (index: number) => number },
  ): Promise<AuditDetail> {
    this.#office.clock.advance(WALK_MS);
    const at = this.#office.clock.now().toISOString();
    const counts = [];
    const counted = lines.filter(({ serialNo }) => serialNo === null);
    for (const line of lines) {
      const index = counted.indexOf(line);
      counts.push({
        id: crypto.randomUUID(),
        itemId: line.id,
        round: doc.round,
        countedAt: at,
        quantity: Math.max(0, (await this.#books(line)) + (index < 0 ? 0 : off(index))),
      });
    }
    await this.#office.act(by, 'audits.saveCounts', {
      params: { id: doc.id },
      body: { sentAt: at, counts },
    });
    return this.#office.act(by, 'audits.get', { params: { id: doc.id } });
  }

  /** Two lines differ by a piece; both are explained and posted. */
  async posted(): Promise<void> {
    const plan = await this.#plan({ freeze: 'hardLock', remark: 'ตรวจนับประจำเดือน โซน A' });
    const doc = await this.#put(CREW.counter, plan, { status: 'counting' });
    const seen = await this.#count(CREW.counter, doc, {
      lines: doc.items,
      off: (index) => (index === 0 ? -1 : index === 1 ? 1 : 0),
    });
    const counted = await this.#put(CREW.counter, seen, { status: 'counted' });
    const review = await this.#put(CREW.planner, counted, { status: 'review' });
    const { lines } = await this.#office.act(CREW.planner, 'audits.variance', {
      params: { id: review.id },
    });
    const items = lines
      .filter(({ variance }) => variance !== 0)
      .map(({ id, variance }) => ({
        id,
        decision: 'accept',
        reasonCode: (variance ?? 0) < 0 ? 'lost' : 'miscounted',
      }));
    const decided = await this.#put(CREW.planner, review, { status: 'review', items });
    await this.#put(CREW.approver, decided, { status: 'approved' });
  }

  /** The first count was far off in one line; a colleague has counted it again. */
  async underReview(): Promise<void> {
    const doc = await this.#put(CREW.counter, await this.#plan({ remark: 'นับตามรอบ โซน B' }), {
      status: 'counting',
    });
    const seen = await this.#count(CREW.counter, doc, {
      lines: doc.items,
      off: (index) => [-3, 1, 0, -1][index] ?? 0,
    });
    const counted = await this.#put(CREW.counter, seen, { status: 'counted' });
    const [first] = counted.items;
    const again = await this.#put(CREW.planner, counted, {
      status: 'recount',
      items: first ? [{ id: first.id }] : [],
    });
    const recounted = await this.#count(CREW.recounter, again, {
      lines: again.items.filter((line) => line.needsRecount),
      off: () => -1,
    });
    await this.#put(CREW.recounter, recounted, { status: 'review' });
  }

  /** Half of it is counted. */
  async counting(): Promise<void> {
    const plan = await this.#plan({ freeze: 'softLock', type: 'spot' }, 3);
    const doc = await this.#put(CREW.counter, plan, { status: 'counting' });
    const half = doc.items.slice(0, Math.floor(doc.items.length / 2));
    await this.#count(CREW.counter, doc, { lines: half });
  }

  async planned(): Promise<void> {
    await this.#plan({ type: 'full', freeze: 'hardLock', remark: 'ก่อนปิดงวดสิ้นเดือน' });
  }
}
