import { addDays } from '@boxyard/shared/domain';
import {
  CONTRACT_STATUS_ACTIONS,
  contractMachine,
} from '@boxyard/shared/domain/sales/contractMachine.ts';
import { newId } from '../../../../kernel/index.ts';
import { attachPicture } from '../../../../testing/index.ts';
import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  type Family,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { dayFrom, expectData, type World } from '../../../../workflow/testing/world.ts';
import { makeReady } from '../../../containers/products/testing/family.ts';
import { plantModel } from '../../../containers/testing/planted.ts';
import { newCustomer, PATH } from './world.ts';

const REASON = 'ลูกค้าขอเปลี่ยนแปลง';
/** Containers of this model alone are agreed on: the others are for whatever else moves containers. */
const MODEL = 'Sold by contract';
const CUSTOMER = 'Contract customer';
const CUSTOMERS = 2;
const REQUISITIONS = '/withdraw_products';
/** So often an approved contract is delivered, and not something else done to it. */
const DELIVERED = 0.6;
/** So many stand in the warehouse from the first command on. */
const CONTAINERS = 8;
/** One to hold, and one for whoever else asks at the same time. */
const FREE = 2;

type Action = keyof typeof contractMachine.actions;
const ACTIONS = Object.entries(contractMachine.actions)
  .filter(([, spec]) => 'verb' in spec)
  .map(([action]) => action as Action);

/** A model, customers that may be agreed with, and containers to agree on. */
export async function prepareContracts(world: World): Promise<void> {
  const { test, admin, companyId } = world;
  const { modelId } = await plantModel(test);
  await test.app.pg.query('update product_models set name = $2 where id = $1', [modelId, MODEL]);
  for (let index = 1; index <= CUSTOMERS; index += 1) {
    await newCustomer(admin, companyId, {
      nameEn: `${CUSTOMER} ${index}`,
      email: 'agrees@customer.example',
    });
  }
  for (let index = 0; index < CONTAINERS; index += 1) await newContainer(world, modelId);
}

async function newContainer({ keeper, admin, ...world }: World, modelId: string): Promise<void> {
  const begun = expectData(
    await keeper.post('/products', containerBody({ keeper, admin, ...world }, modelId)),
  );
  const { related } = expectData(
    await keeper.post(`/products/${begun.id}/complete`, { version: begun.version }),
  );
  const path = `/warehouse-receives/${related.at(-1).id}`;
  const { version, items } = expectData(await admin.get(path));
  const lines = items.map(({ id, product }: { id: string; product: { serialNumber: string } }) => ({
    itemId: id,
    scannedSerial: product.serialNumber,
    lineStatus: 'accepted',
    conditionIn: 'new',
  }));
  expectData(await admin.post(`${path}/approve`, { version, lines }));
}

const containerBody = ({ warehouseId }: World, productModelId: string) => ({
  productModelId,
  warehouseId,
  serialNumber: `CTR-${newId().slice(-10).toUpperCase()}`,
  name: 'Random',
  condition: 'new',
  parts: [],
});

/** What is agreed, apart from its parties; a change of it says everything anew. */
interface Agreed {
  readonly type: string;
  readonly documentDate: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly firstDueDate: string | null;
  readonly price: string;
  readonly vatMode: string;
  readonly discountValue: string | null;
  readonly depositAmount: string;
  readonly depositRefundable: boolean;
  readonly titleHolder: string;
  readonly warrantyMonths: number;
  readonly customerId: string;
  readonly productModelId: string;
}

function bodyOf({ discountValue, ...agreed }: Agreed, witnesses: readonly string[] = []) {
  const isHirePurchase = agreed.type === 'installment';
  const isSale = agreed.type === 'sale';
  return {
    ...agreed,
    installSite: { address: '12 ถนนพระราม 4', contactName: 'คุณวิภา', contactPhone: '0812345678' },
    discountType: discountValue === null ? null : 'percent',
    discountValue,
    discountReason: discountValue === null ? null : REASON,
    whtRate: '0.00',
    downPayment: isHirePurchase ? '10000.00' : '0.00',
    ...(isSale
      ? {}
      : {
          installmentCount: isHirePurchase ? 12 : 2,
          interval: 'month',
          dueDay: isHirePurchase ? '5' : 'last',
        }),
    interestType: isHirePurchase ? 'flat' : 'none',
    interestRate: isHirePurchase ? '6.00' : '0.00',
    coverage: 'full',
    witnesses,
  };
}

/** Something new is agreed; leases are short, so that they are over before the commands are. */
async function draft(play: CommandContext): Promise<Command> {
  const { world, random } = play;
  const today = dayFrom(world, 0);
  const type = random.pick(['sale', 'sale', 'installment', 'lease', 'lease']);
  const isLease = type === 'lease';
  return {
    name: 'contract.create',
    person: play.by(world.admin),
    path: PATH,
    body: bodyOf({
      type,
      documentDate: today,
      startDate: today,
      endDate: isLease ? dayFrom(world, random.between(2, 9)) : null,
      firstDueDate: type === 'sale' ? null : dayFrom(world, isLease ? 0 : 3),
      price: isLease ? '3500.00' : '90000.00',
      vatMode: random.pick(['exclusive', 'inclusive', 'none']),
      discountValue: random.chance(0.2) ? '3.33' : null,
      depositAmount: random.chance(0.3) ? '1000.00' : '0.00',
      depositRefundable: random.chance(0.7),
      titleHolder: isLease ? 'company' : random.pick(['company', 'customer']),
      warrantyMonths: random.pick([0, 12, 12]),
      customerId: random.pick(await customers(play)),
      productModelId: await modelOf(play),
    }),
  };
}

async function modelOf({ rows }: CommandContext): Promise<string> {
  const [model] = await rows<{ id: string }>('select id from product_models where name = $1', [
    MODEL,
  ]);
  return model?.id ?? newId();
}

const customers = async ({ rows }: CommandContext): Promise<string[]> =>
  (
    await rows<{ id: string }>('select id from customers where name_en like $1 order by id', [
      `${CUSTOMER} %`,
    ])
  ).map(({ id }) => id);

interface ContractRow extends Row {
  readonly agreed: Agreed;
  readonly saleId: string;
  readonly hasSignedFile: boolean;
}

/**
 * Contracts by what may be done to them: the status, and beside it whether a requisition asks for the
 * container, whether it stands at the customer, whether a change or an exchange waits, whether an exchange
 * is agreed, and whether a lease may be renewed.
 */
const SOURCE = `select ct.id, ct.version, ct.sale_id as "saleId", json_build_object(
      'type', ct.type, 'documentDate', ct.document_date, 'startDate', ct.start_date, 'endDate', ct.end_date,
      'firstDueDate', ct.first_due_date, 'price', ct.price::text, 'vatMode', ct.vat_mode,
      'discountValue', ct.discount_value::text, 'depositAmount', ct.deposit_amount::text,
      'depositRefundable', ct.deposit_refundable, 'titleHolder', ct.title_holder,
      'warrantyMonths', ct.warranty_months, 'customerId', ct.customer_id,
      'productModelId', ct.product_model_id) as agreed,
    exists (select from attachments a where a.subject_id = ct.id and a.kind = 'signedContract'
      and a.removed_at is null) as "hasSignedFile",
    case
      when ct.status = 'draft' and exists (select from container_requisition_items i
        where i.contract_id = ct.id and i.line_status in ('pending', 'allocated')) then 'requested'
      when ct.proposal is not null and ct.status in ('approved', 'onGoing') then
        case when ct.proposal_decided_at is not null then 'agreedExchange'
          when ct.proposal ? 'exchange' then 'exchanging' else 'proposed' end
      when ct.status = 'approved' and ct.installed_on is not null then 'standing'
      when ct.status in ('onGoing', 'expired') and ct.type = 'lease' and not exists (select from contracts n
        where n.previous_contract_id = ct.id and n.status <> 'cancelled')
        then case ct.status when 'onGoing' then 'leased' else 'renewable' end
      when ct.status in ('terminated', 'expired', 'completed') then
        case when ct.settled_on is null then 'over' else 'settled' end
      else ct.status
    end as status
  from contracts ct`;

/** What is mostly done to a contract that is so; what is named twice is done more often. */
const LIKELY: Readonly<Record<string, readonly Action[]>> = {
  draft: ['reserve', 'reserve', 'reserve', 'update', 'change-sale', 'cancel'],
  requested: ['update', 'change-sale', 'cancel'],
  booking: [
    'submit',
    'submit',
    'submit',
    'extend',
    'release',
    'update',
    'change-customer',
    'cancel',
  ],
  pending: [
    'approve',
    'approve',
    'approve',
    'reject',
    'withdraw',
    'update',
    'change-customer',
    'cancel',
  ],
  rejected: ['revise', 'revise', 'change-sale', 'cancel'],
  approved: ['amend', 'amend', 'change-customer', 'terminate', 'cancel'],
  standing: ['activate', 'activate', 'activate', 'amend', 'change-sale', 'terminate'],
  proposed: ['approve-change', 'approve-change', 'reject-change', 'withdraw-change'],
  exchanging: ['approve-change', 'approve-change', 'reject-change', 'withdraw-change'],
  agreedExchange: ['call-off-exchange', 'change-customer', 'terminate'],
  onGoing: ['amend', 'swap-product', 'swap-product', 'change-sale', 'change-customer', 'terminate'],
  leased: ['renew', 'amend', 'swap-product', 'swap-product', 'change-customer', 'terminate'],
  renewable: ['renew', 'settle'],
  over: ['settle'],
};

/** Done by one administrator, who wrote the contract; the other one decides. */
const OF_THE_AUTHOR: readonly Action[] = [
  ...(['update', 'reserve', 'extend', 'release', 'submit', 'withdraw', 'revise'] as const),
  ...([
    'amend',
    'swap-product',
    'withdraw-change',
    'change-sale',
    'change-customer',
    'renew',
  ] as const),
];

/** What needs a container that is free. */
const TAKING: readonly Action[] = ['reserve', 'swap-product'];

/** What is sent with an action, besides the version. An action that is missing here sends nothing else. */
const SENT: Readonly<
  Partial<Record<Action, (play: CommandContext, row: ContractRow) => object | Promise<object>>>
> = {
  update: ({ random }, { agreed }) => ({
    ...bodyOf({ ...agreed, price: otherPrice(random, agreed) }),
    versionReason: REASON,
  }),
  reserve: async (play) => {
    const free = await freeContainers(play);
    return play.random.chance(0.5) && free.length > 0
      ? { productId: play.random.pick(free).id }
      : {};
  },
  extend: () => ({ reason: REASON }),
  // What is billed keeps its price.
  amend: ({ world, random }, { agreed }) => ({
    ...bodyOf(random.chance(0.4) ? { ...agreed, price: otherPrice(random, agreed) } : agreed, [
      `Witness ${random.between(1, 99)}`,
    ]),
    reason: REASON,
    effectiveDate: dayFrom(world, 0),
  }),
  'swap-product': async (play) => ({
    productId: play.random.pick([...(await freeContainers(play)), { id: newId() }]).id,
    reason: REASON,
    returnWarehouseId: play.world.warehouseId,
  }),
  'reject-change': () => ({ reason: REASON }),
  'call-off-exchange': () => ({ reason: REASON }),
  'change-sale': ({ world, random }, { saleId }) => ({
    saleID: random.pick(
      [world.admin, world.officer, world.manager]
        .map(({ userId }) => userId)
        .filter((id) => id !== saleId),
    ),
    reason: REASON,
  }),
  'change-customer': async (play, { agreed }) => ({
    customerID: (await customers(play)).find((id) => id !== agreed.customerId),
    reason: REASON,
    assumeOutstanding: true,
  }),
  renew: ({ world }, { agreed: { endDate } }) => {
    const today = dayFrom(world, 0);
    // No payment is due before it is agreed on.
    const [, startDate = today] = [today, addDays(endDate ?? today, 1)].sort();
    return { startDate, endDate: addDays(startDate, 5) };
  },
  terminate: ({ world }) => ({ reason: REASON, returnWarehouseId: world.warehouseId }),
  settle: ({ random }) => ({
    charges: random
      .pick([[], ['damage'], ['fee', 'damage']])
      .map((kind) => ({ kind, reason: REASON, amount: '300.00' })),
  }),
  reject: () => ({ reason: REASON }),
  cancel: () => ({ reason: REASON }),
};

const otherPrice = (random: CommandContext['random'], { type }: Agreed): string =>
  `${random.between(81, 99) * (type === 'lease' ? 40 : 1000)}.00`;

const freeContainers = async (play: CommandContext) =>
  play.rows<{ id: string }>(
    `select id from products where product_model_id = $1 and status = 'inWarehouse'
       and sale_status = 'available' and condition <> 'damaged' order by id desc limit 10`,
    [await modelOf(play)],
  );

interface WaitingReceipt extends Row {
  /** Who made it, and who counted. */
  readonly hands: readonly string[];
  readonly itemId: string;
  readonly scannedSerial: string;
}

/** The next step to one more container that may be held, where too few are. */
async function supply(play: CommandContext): Promise<Command | null> {
  if ((await freeContainers(play)).length >= FREE) return null;
  const { world } = play;
  const { keeper, admin, secondAdmin } = world;
  const modelId = await modelOf(play);
  const receipts = await play.rows<WaitingReceipt>(
    `select r.id, r.version, r.status, r.created_by || r.author_ids as hands, i.id as "itemId",
       p.serial_number as "scannedSerial"
     from container_receipts r join container_receipt_items i on i.receipt_id = r.id
     join products p on p.id = i.product_id
     where r.status = 'pending' and r.item_count = 1 and r.source_type <> 'transfer'
       and p.product_model_id = $1 order by r.id desc limit 15`,
    [modelId],
  );
  for (const { itemId, scannedSerial, hands, ...receipt } of receipts) {
    // Nobody receives what they sent or counted.
    const receiver = [admin, secondAdmin, keeper].find(({ userId }) => !hands.includes(userId));
    if (!receiver) continue;
    const lines = [{ itemId, scannedSerial, lineStatus: 'accepted', conditionIn: 'new' }];
    return commandOn(play, receipt, {
      machine: 'containerReceipt',
      path: '/warehouse-receives',
      call: ['approve', { lines }, receiver],
    });
  }
  const [there] = await play.rows<Row & { saleStatus: string }>(
    `select id, version, status, sale_status as "saleStatus" from products
     where product_model_id = $1 and (status = 'inProduction'
       or (status = 'inWarehouse' and sale_status = 'notForSale')) order by id desc limit 1`,
    [modelId],
  );
  if (there?.status === 'inProduction') {
    const call: Call = ['complete', {}, keeper];
    return commandOn(play, there, { machine: 'product', path: '/products', call });
  }
  if (there) {
    const call: Call = ['edit-status', { saleStatus: 'available', reason: REASON }, keeper];
    const aliases = { 'edit-status': 'statuses' };
    const command = commandOn(play, there, {
      machine: 'product',
      path: '/products',
      call,
      aliases,
    });
    return { ...command, verb: 'put' };
  }
  return {
    name: 'product.create',
    person: play.by(keeper),
    path: '/products',
    body: containerBody(world, modelId),
  };
}

/** Drafts a contract, or does something to one, mostly what it allows. */
async function next(play: CommandContext): Promise<Command | null> {
  if (play.isTurnOf('contract.create', 0.15)) return draft(play);
  const row = await someIn<ContractRow>(play, {
    machine: 'contract',
    source: SOURCE,
    statuses: Object.keys(LIKELY),
  });
  if (!row) return null;
  const { admin, secondAdmin } = play.world;
  const delivering =
    ['approved', 'agreedExchange'].includes(row.status) && play.random.chance(DELIVERED)
      ? await deliver(play, row.id)
      : null;
  if (delivering) return delivering;
  const calls = (LIKELY[row.status] ?? ['cancel']).map(
    (action): readonly [Action] => [action] as const,
  );
  const [action] = play.pick({ machine: 'contract', state: row.status }, calls);
  const supplying = TAKING.includes(action) ? await supply(play) : null;
  if (supplying) return supplying;
  if (action === 'activate' && !row.hasSignedFile) {
    await attachPicture(admin, `${PATH}/${row.id}`, 'signedContract');
  }
  const sent = (await SENT[action]?.(play, row)) ?? {};
  const isOfStatus = (CONTRACT_STATUS_ACTIONS as readonly string[]).includes(action);
  const command = commandOn(play, row, {
    machine: 'contract',
    path: PATH,
    call: [
      action,
      isOfStatus ? { ...sent, action } : sent,
      OF_THE_AUTHOR.includes(action) ? admin : secondAdmin,
    ],
    aliases: {
      'change-sale': 'change_sale',
      'change-customer': 'change_customer',
      ...Object.fromEntries(CONTRACT_STATUS_ACTIONS.map((one) => [one, 'change-status'])),
    },
  });
  return isOfStatus || action === 'update' ? { ...command, verb: 'put' } : command;
}

interface Delivery extends Row {
  /** The requisition that asks for the container, if there is one. */
  readonly asked: Row | null;
  readonly productId: string;
  readonly productVersion: number;
  readonly place: string;
  readonly warehouseId: string | null;
  readonly lines: readonly { readonly itemId: string; readonly scannedSerial: string }[];
}

/**
 * The next step that brings a container to the customer of a contract, of this one or of any: its own, or
 * the other one of an agreed exchange.
 */
async function deliver(play: CommandContext, contractId: string | null): Promise<Command | null> {
  const { admin, secondAdmin, keeper } = play.world;
  const [found] = await play.rows<Delivery>(
    `select ct.id, ct.version, ct.status, p.id as "productId", p.version as "productVersion",
       p.status as place, p.warehouse_id as "warehouseId",
       (select json_build_object('id', r.id, 'version', r.version, 'status', r.status)
        from container_requisition_items i join container_requisitions r on r.id = i.document_id
        where i.contract_id = ct.id and i.line_status in ('pending', 'allocated')) as asked,
       (select coalesce(json_agg(json_build_object('itemId', o.id, 'scannedSerial', q.serial_number)), '[]')
        from container_requisition_items i join container_requisition_items o on o.document_id = i.document_id
        join products q on q.id = o.product_id
        where i.contract_id = ct.id and i.line_status = 'allocated' and o.line_status = 'allocated') as lines
     from contracts ct join products p on p.id = case when ct.proposal_decided_at is null then ct.product_id
       else (ct.proposal->'exchange'->>'productId')::uuid end
     where (ct.proposal_decided_at is not null or (ct.status = 'approved' and ct.installed_on is null))
       and p.status in ('inWarehouse', 'withdrawn')
       and ($1::uuid is null or ct.id = $1)
     order by p.status desc, ct.id desc limit 1`,
    [contractId],
  );
  if (!found) return null;
  const { asked, productId, productVersion, place, warehouseId, lines } = found;
  if (place === 'withdrawn') {
    const container = { id: productId, version: productVersion, status: place };
    await makeReady(play, container);
    const site = { holder: 'คุณวิภา', address: '12 ถนนพระราม 4' };
    const call: Call = ['install', site, keeper];
    return commandOn(play, container, { machine: 'product', path: '/products', call });
  }
  if (asked === null) {
    return {
      name: 'containerRequisition.create',
      person: play.by(admin),
      path: `${REQUISITIONS}/request_contract`,
      body: {
        warehouseId,
        neededBy: dayFrom(play.world, 3),
        purpose: 'Deliver what was agreed',
        contracts: [{ contractId: found.id }],
      },
    };
  }
  const call: Call =
    asked.status === 'pending'
      ? ['approve', { decision: 'approve' }, secondAdmin]
      : ['release', { lines }, secondAdmin];
  return commandOn(play, asked, {
    machine: 'containerRequisition',
    path: REQUISITIONS,
    call,
    aliases: { approve: 'approval' },
  });
}

/** Random commands on contracts, from their draft to their settlement. */
export const contractCommands: Family = {
  commands: ['contract.create', ...ACTIONS.map((action) => `contract.${action}`)],
  weight: 20,
  next,
  towards: {
    'contract.install': (play) => deliver(play, null),
    'contract.exchange': (play) => deliver(play, null),
  },
};
