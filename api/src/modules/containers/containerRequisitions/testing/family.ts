import { newId } from '../../../../kernel/index.ts';
import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { dayFrom, expectData, type World } from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../testing/planted.ts';
import { PATH, requisitionBody } from './world.ts';

const REASON = 'เลื่อนงานออกไป';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'containerRequisitions',
  path: PATH,
  table: 'container_requisitions',
  calls: {
    [`GET ${PATH}/export`]: ['container-requisition:view'],
    [`PATCH ${PATH}/:id`]: ['container-requisition:update'],
    [`PATCH ${PATH}/:id/contracts`]: ['container-requisition:update'],
    [`DELETE ${PATH}/:id`]: ['container-requisition:create'],
    [`POST ${PATH}/:id/submit`]: ['container-requisition:create'],
    // Whoever made it may as well, as long as nobody has decided.
    [`POST ${PATH}/:id/cancel`]: ['container-requisition:cancel', 'container-requisition:create'],
    [`GET ${PATH}/:id/history`]: ['container-requisition:view'],
    [`POST ${PATH}/:id/attachments`]: ['container-requisition:update'],
    [`DELETE ${PATH}/:id/attachments/:id`]: ['container-requisition:update'],
  },
  plant: async (world, { warehouseId }) => {
    const modelId = await modelOf(world, warehouseId);
    await holdContainers(world, warehouseId);
    return expectData(
      await world.admin.post(
        `${PATH}/request`,
        requisitionBody({ ...world, warehouseId, modelId }),
      ),
    ).id;
  },
  fill,
  random: {
    commands: [
      'containerRequisition.create',
      'containerRequisition.update',
      'containerRequisition.update-contracts',
      'containerRequisition.submit',
      'containerRequisition.approve',
      'containerRequisition.reject',
      'containerRequisition.release',
      'containerRequisition.return',
      'containerRequisition.cancel',
    ],
    weight: 8,
    next,
  },
});

const holdContainers = ({ test }: World, warehouseId: string) =>
  test.app.pg.query(`update warehouses set holds = 'both' where id = $1`, [warehouseId]);

/** A model of a container that is being built in the warehouse. */
async function modelOf({ test, companyId }: World, warehouseId: string): Promise<string> {
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  const { rows } = await test.app.pg.query<{ id: string }>(
    'select product_model_id as id from products where id = $1',
    [productId],
  );
  return rows[0]?.id ?? '';
}

interface ItemRow {
  readonly itemId: string;
  readonly scannedSerial: string;
}

/** Asks for a container, or does something to a requisition, mostly what its state allows. */
async function next(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const { admin, secondAdmin } = world;
  // The family of containers has planted one.
  const [model] = await play.rows<{ id: string }>(
    'select id from product_models order by id limit 1',
  );
  const body = requisitionBody({ ...world, modelId: model?.id ?? '' });
  const drafts = await freeDrafts(play);
  if (play.isTurnOf('containerRequisition.create', 0.35)) {
    if (drafts.length > 0 && random.chance(0.4)) return requestFor(play, drafts);
    return {
      name: 'containerRequisition.create',
      person: play.by(admin),
      path: `${PATH}/request`,
      body: { ...body, isDraft: random.chance(0.5), purpose: `Fair ${newId().slice(-4)}` },
    };
  }
  const row = await someIn<Row>(play, {
    machine: 'containerRequisition',
    source: SOURCE,
    statuses: [
      ...['draft', 'pending', 'approved', 'released'],
      ...['askedForContracts', 'givenToContracts', 'readyForContracts'],
    ],
  });
  if (row?.status !== 'askedForContracts' && play.isTurnOf(`containerRequisition.${CHANGE}`, 0)) {
    return drafts.length > 0 ? requestFor(play, drafts) : null;
  }
  if (!row) return null;
  const update: Call = ['update', { ...body, neededBy: dayFrom(world, 5) }, admin];
  const cancel: Call = ['cancel', { reason: REASON }, admin];
  const reject: Call = ['reject', { decision: 'reject', reason: REASON }, secondAdmin];
  const approve: Call = ['approve', { decision: 'approve' }, secondAdmin];
  const items = await play.rows<ItemRow & { status: string; isOut: boolean }>(
    `select i.id as "itemId", p.serial_number as "scannedSerial", i.line_status as status,
       p.status in ('withdrawn', 'installed') as "isOut"
     from container_requisition_items i join products p on p.id = i.product_id
     where i.document_id = $1`,
    [row.id],
  );
  const lines = items
    .filter(({ status }) => status !== 'removed')
    .map(({ itemId, scannedSerial }) => ({ itemId, scannedSerial }));
  const release: Call = ['release', { lines }, secondAdmin];
  const itemIds = items
    .filter(({ status, isOut }) => status === 'released' && (isOut || random.chance(0.1)))
    .map(({ itemId }) => itemId);
  const giveBack: Call = ['return', { itemIds, reason: REASON }, secondAdmin];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    draft: [['submit', {}, admin], ['submit', {}, admin], update],
    pending: [update, reject, cancel, approve, approve, approve],
    approved: [release, release, release, cancel],
    released: [giveBack],
    askedForContracts: [await changeContracts(play, row, drafts), approve, approve, reject, cancel],
    givenToContracts: [cancel],
    readyForContracts: [release, release, release, cancel],
  };
  const call = play.pick(
    { machine: 'containerRequisition', state: row.status },
    likely[row.status] ?? [cancel],
  );
  const command = commandOn(play, row, {
    machine: 'containerRequisition',
    path: PATH,
    call,
    // Both decisions are one call.
    aliases: { approve: 'approval', reject: 'approval', [CHANGE]: 'contracts' },
  });
  return call[0] === CHANGE ? { ...command, verb: 'patch' } : command;
}

const CHANGE = 'update-contracts';

/**
 * Requisitions by what may be done to them: those for contracts are released once all of these are
 * approved, and only those are given back of which something is out.
 */
const SOURCE = `select r.id, r.version, case
    when r.type = 'contract' and r.status = 'pending' then 'askedForContracts'
    when r.type = 'contract' and r.status = 'approved' then case when exists (
      select from container_requisition_items i join contracts ct on ct.id = i.contract_id
      where i.document_id = r.id and i.line_status = 'allocated' and ct.status <> 'approved')
      then 'givenToContracts' else 'readyForContracts' end
    when r.status in ('released', 'completed') then case when exists (
      select from container_requisition_items i join products p on p.id = i.product_id
      where i.document_id = r.id and i.line_status = 'released' and p.status in ('withdrawn', 'installed'))
      then 'released' else 'completed' end
    else r.status
  end as status from container_requisitions r`;

interface Draft {
  readonly contractId: string;
}

/** Drafts of contracts that no container is held or asked for; those that hold one are asked for with their delivery. */
const freeDrafts = ({ rows }: CommandContext): Promise<Draft[]> =>
  rows<Draft>(
    `select ct.id as "contractId" from contracts ct where ct.status = 'draft' and ct.product_id is null
       and not exists (select from container_requisition_items i
         where i.contract_id = ct.id and i.line_status in ('pending', 'allocated'))
     order by ct.id desc limit 5`,
  );

const forContracts = ({ world }: CommandContext, contracts: readonly Draft[]) => ({
  warehouseId: world.warehouseId,
  neededBy: dayFrom(world, 3),
  purpose: 'Deliver what was agreed',
  contracts,
});

const requestFor = (play: CommandContext, drafts: readonly Draft[]): Command => ({
  name: 'containerRequisition.create',
  person: play.by(play.world.admin),
  path: `${PATH}/request_contract`,
  body: forContracts(play, drafts.slice(0, play.random.between(1, 2))),
});

/** One of the contracts that it is for is taken out, or another one in. */
async function changeContracts(
  play: CommandContext,
  { id }: Row,
  drafts: readonly Draft[],
): Promise<Call> {
  const named = await play.rows<Draft>(
    `select contract_id as "contractId" from container_requisition_items
     where document_id = $1 and contract_id is not null and line_status <> 'removed' order by line_no`,
    [id],
  );
  const kept = named.length > 1 && play.random.chance(0.5) ? named.slice(1) : named;
  const added = kept.length < named.length ? [] : drafts.slice(0, 1);
  return [CHANGE, forContracts(play, [...kept, ...added]), play.world.admin];
}

/** As many documents as the query plans need, most of them completed, of three warehouses. */
async function fill({ test, companyId, warehouseId, admin }: World, rows: number): Promise<void> {
  await test.app.pg.query(
    `insert into container_requisitions (company_id, document_no, status, document_date, created_by, type,
      warehouse_id, needed_by, purpose, item_count, created_at, updated_at)
    select $1, 'WD' || lpad(n::text, 8, '0'),
      (array['completed','completed','released','pending','approved','rejected','cancelled'])[1 + n % 7],
      date '2025-05-01' + n % 540, $3, (array['general','repair','demo'])[1 + n % 3], w[1 + n % 3],
      date '2025-05-01' + n % 540 + 3, 'Fair', 1,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from generate_series(1, ${rows}) n,
      (select array[$2::uuid] || array_agg(id) as w
        from (select id from warehouses where code like 'W%' limit 2) y) x`,
    [companyId, warehouseId, admin.userId],
  );
}
