import { mayExchangePart } from '@boxyard/shared/domain';
import {
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  deliveryCompany,
  expectCompany,
  freeSerials,
  notifyNewDocument,
  searchTextOf,
  takeSerials,
  workersOf,
} from '../../../workflow/index.ts';
import { findStock, type NamedStock } from '../stock/places.ts';
import { type RepairRow, repairs, stockOf } from './type.ts';

type Body = Input<'repairs.create'>['body'];

/** Columns that say which part it is and where it lay. */
const columnsOf = ({ serialIds, ...stock }: NamedStock) => ({
  ...stock,
  serialId: serialIds[0] ?? null,
});

/** What is found and done at the bench. */
const workOf = (body: Body) => ({
  diagnosis: body.diagnosis || null,
  technicianId: body.technicianId ?? null,
  teamId: body.teamId ?? null,
  laborHours: body.laborHours ?? 0,
  laborCost: body.laborCost ?? '0.00',
  externalCost: body.externalCost ?? '0.00',
});

const askedOf = (body: Body) => ({
  warehouseId: body.warehouseId,
  source: body.source,
  symptom: body.symptom,
  remark: body.remark || null,
});

/** Whoever repairs works for the company; a team is one of engineers. */
export async function crewFaults(
  ctx: Ctx,
  {
    companyId,
    technicianId = null,
    teamId = null,
  }: {
    readonly companyId: string;
    readonly technicianId?: string | null | undefined;
    readonly teamId?: string | null | undefined;
  },
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  if (technicianId !== null) {
    const known = await workersOf(ctx, { companyId, userIds: [technicianId] });
    if (!known.has(technicianId)) faults.push({ field: 'technicianId', code: 'UNKNOWN_ID' });
  }
  if (teamId !== null) {
    const team = await ctx.db
      .selectFrom('teams')
      .where('id', '=', teamId)
      .where('companyId', '=', companyId)
      .select(['type', 'isActive'])
      .executeTakeFirst();
    if (!team) faults.push({ field: 'teamId', code: 'UNKNOWN_ID' });
    else if (team.type !== 'engineer') faults.push({ field: 'teamId', code: 'TEAM_TYPE' });
    else if (!team.isActive) faults.push({ field: 'teamId', code: 'INACTIVE' });
  }
  return faults;
}

/** Only parts that are worth it are repaired (domain-warehouse 1.4 `isRepairable`). */
async function partFaults(ctx: Ctx, partId: string): Promise<FieldFault[]> {
  const part = await ctx.db
    .selectFrom('materialParts')
    .where('id', '=', partId)
    .select('isRepairable')
    .executeTakeFirst();
  return part && !part.isRepairable ? [{ field: 'partId', code: 'NOT_REPAIRABLE' }] : [];
}

async function check(ctx: Ctx, body: Body) {
  const companyId = await deliveryCompany(ctx, body.warehouseId);
  const [found, crew, part] = await Promise.all([
    findStock(ctx, {
      warehouseId: body.warehouseId,
      lines: [{ ...body, serials: body.serialNo ? [body.serialNo] : [] }],
      at: (_line, field) => (field === 'serials' ? 'serialNo' : field),
    }),
    crewFaults(ctx, { companyId, ...body }),
    partFaults(ctx, body.partId),
  ]);
  refuseFaults([...found.faults, ...part, ...crew]);
  const [stock] = found.stock;
  if (!stock) throw new Error('one line in, one line out');
  return { companyId, stock };
}

const searchText = (
  documentNo: string,
  { partId, symptom, serialNo, remark }: Pick<Body, 'partId' | 'symptom' | 'serialNo' | 'remark'>,
) => searchTextOf({ documentNo, partIds: [partId], words: [serialNo, symptom, remark] });

/** Writes a pending repair of stock that was found, with its number, history and notices. */
export async function insertRepair(
  ctx: Ctx,
  {
    companyId,
    stock,
    body,
    claimId = null,
  }: {
    readonly companyId: string;
    readonly stock: NamedStock;
    readonly body: Body;
    readonly claimId?: string | null;
  },
): Promise<{ readonly id: string; readonly documentNo: string }> {
  const { id, documentNo } = await createDocument(ctx, repairs.type, {
    companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('repairs')
        .values({
          ...head,
          ...askedOf(body),
          ...workOf(body),
          ...columnsOf(stock),
          claimId,
          searchText: searchText(head.documentNo, body),
        })
        .execute();
      await takeSerials(ctx, { subject: repairs.type.subject, ...head }, stock.serialIds);
    },
    after: { source: body.source, symptom: body.symptom },
  });
  await notifyNewDocument(ctx, repairs.type, id);
  return { id, documentNo };
}

/** Asks for a part to be repaired; it waits for an approval at once. */
export const createRepair = async (ctx: Ctx, { body }: Input<'repairs.create'>) =>
  insertRepair(ctx, { ...(await check(ctx, body)), body });

/**
 * Changes a repair. Once it is decided the part stays the one that was decided on, and what was found
 * and done at the bench is written (domain-warehouse 2.11).
 */
export const updateRepair = repairs.action('update', async (ctx, row, body) => {
  const columns = { ...askedOf(body), ...workOf(body) };
  const stock = mayExchangePart(row.status)
    ? await exchange(ctx, row, body)
    : await keep(ctx, row, body);
  const set = { ...columns, ...columnsOf(stock) };
  const shown = { ...row, laborHours: Number(row.laborHours), quantity: Number(row.quantity) };
  return {
    to: row.status,
    set: { ...set, searchText: searchText(row.documentNo, body) },
    diff: changesOf(shown, set),
  };
});

async function exchange(ctx: Ctx, row: RepairRow, body: Body): Promise<NamedStock> {
  // Its own serial is free for what it is changed to.
  await freeSerials(ctx, row.id);
  const { companyId, stock } = await check(ctx, body);
  expectCompany(row, companyId);
  const { id, documentNo } = row;
  await takeSerials(ctx, { subject: repairs.type.subject, id, documentNo }, stock.serialIds);
  return stock;
}

async function keep(ctx: Ctx, row: RepairRow, body: Body): Promise<NamedStock> {
  const isSame =
    body.warehouseId === row.warehouseId &&
    body.partId === row.partId &&
    body.quantity === Number(row.quantity) &&
    body.binId === row.binId &&
    body.condition === row.condition;
  if (!isSame) throw conflict('FIELD_LOCKED', { field: 'partId' });
  refuseFaults(await crewFaults(ctx, { companyId: row.companyId, ...body }));
  const { id: _id, ...stock } = stockOf(row);
  return stock;
}
