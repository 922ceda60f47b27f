import { isOpenLine } from '@boxyard/shared/domain/containers/containerRequisitionMachine.ts';
import {
  type Ctx,
  type FieldFault,
  type Input,
  newId,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  expectCompany,
  hiddenDocuments,
  notifyNewDocument,
  searchTextOf,
} from '../../../workflow/index.ts';
import {
  type ContractDraft,
  contractPort,
  type ForContract,
  inOrderOfContracts,
} from './contracts.ts';
import { companyOf, countFaults, dayFaults } from './draft.ts';
import { containerRequisitions, itemsOf } from './type.ts';

type Body = Input<'containerRequisitions.requestContract'>['body'];

/** Asks for the containers of contracts; it waits for its approval at once. */
export async function requestForContracts(
  ctx: Ctx,
  { body }: Input<'containerRequisitions.requestContract'>,
): Promise<{ readonly id: string }> {
  const companyId = await companyOf(ctx, body.warehouseId);
  const drafts = await draftsOf(
    ctx,
    body.contracts.map(({ contractId }) => contractId),
  );
  refuseFaults([...contractFaults(body, drafts, companyId), ...dayFaults(ctx, body.neededBy)]);
  const lines = linesOf(body, drafts);
  const columns = columnsOf(body, lines);
  const { id } = await createDocument(ctx, containerRequisitions.type, {
    companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('containerRequisitions')
        .values({
          ...head,
          type: 'contract',
          ...columns,
          searchText: searchText(head.documentNo, body, lines),
        })
        .execute();
      await writeLines(ctx, head.id, { lines });
    },
    after: { neededBy: body.neededBy, itemCount: columns.itemCount },
  });
  await notifyNewDocument(ctx, containerRequisitions.type, id);
  return { id };
}

/**
 * Changes which contracts a requisition is for, while nobody has decided on it. One that is taken out is
 * a draft that a container may be held or asked for again. Lines of contracts that this person may not
 * read stay as they are, and so do those whose contract came to nothing.
 */
export const updateRequisitionContracts = containerRequisitions.action(
  'updateContracts',
  async (ctx, row, body) => {
    expectCompany(row, await companyOf(ctx, body.warehouseId));
    const items = inOrderOfContracts(await itemsOf(ctx, row.id));
    const withheld = await hiddenDocuments(
      ctx,
      items.map(({ contractId }) => ({ type: 'contracts', id: contractId })),
    );
    const open = items.filter(isOpenLine);
    const staying = open.filter(({ contractId }) => withheld.has(contractId));
    const known = new Map(
      open
        .filter(({ contractId }) => !withheld.has(contractId))
        .map((item) => [item.contractId, draftOf(item, row.companyId)]),
    );
    const wanted = body.contracts.map(({ contractId }) => contractId);
    const added = wanted.filter((id) => !known.has(id));
    const drafts = new Map([...known, ...(await draftsOf(ctx, added))]);
    refuseFaults([
      ...contractFaults(body, drafts, row.companyId),
      ...countFaults('contracts', staying.length + wanted.length),
      ...(body.neededBy === row.neededBy ? [] : dayFaults(ctx, body.neededBy)),
    ]);
    const lines = [
      ...staying.map((item) => ({ draft: draftOf(item, row.companyId), note: item.note })),
      ...linesOf(body, drafts),
    ];
    await ctx.db.deleteFrom('containerRequisitionItems').where('documentId', '=', row.id).execute();
    await writeLines(ctx, row.id, { lines, closed: items.filter((item) => !isOpenLine(item)) });
    const columns = columnsOf(body, lines);
    const from = open.map(({ contractId }) => contractId).sort();
    const to = lines.map(({ draft }) => draft.id).sort();
    return {
      to: row.status,
      set: { ...columns, searchText: searchText(row.documentNo, body, lines) },
      diff: {
        ...changesOf(row, columns),
        ...(from.join() === to.join() ? {} : { contracts: { from, to } }),
      },
      touches: ['contracts'],
    };
  },
);

type Drafts = ReadonlyMap<string, ContractDraft>;

const draftsOf = async (ctx: Ctx, ids: readonly string[]): Promise<Drafts> =>
  ids.length === 0
    ? new Map()
    : new Map((await contractPort().drafts(ctx, ids)).map((draft) => [draft.id, draft]));

/** A contract that is asked for already. */
const draftOf = (item: ForContract, companyId: string): ContractDraft => ({
  id: item.contractId,
  companyId,
  productModelId: item.productModelId,
  customerName: item.customerNameTh ?? '',
  held:
    item.heldByContract && item.productId !== null
      ? {
          productId: item.productId,
          warehouseId: item.productWarehouseId,
          serialNumber: item.serialNumber ?? '',
        }
      : null,
});

/** What is wrong with the contracts that are named. */
function contractFaults(
  { contracts: wanted, warehouseId }: Pick<Body, 'contracts' | 'warehouseId'>,
  drafts: Drafts,
  companyId: string,
): FieldFault[] {
  const seen = new Set<string>();
  return wanted.flatMap(({ contractId }, index): FieldFault[] => {
    const field = `contracts[${index}].contractId`;
    const draft = drafts.get(contractId);
    if (!draft) return [{ field, code: 'UNKNOWN_ID' }];
    if (seen.has(contractId)) return [{ field, code: 'REPEATED' }];
    seen.add(contractId);
    if (draft.companyId !== companyId) return [{ field, code: 'CONTRACT_OF_OTHER_COMPANY' }];
    const { held } = draft;
    return held === null || held.warehouseId === warehouseId
      ? []
      : [{ field, code: 'HELD_ELSEWHERE', params: { serialNumber: held.serialNumber } }];
  });
}

interface Line {
  readonly draft: ContractDraft;
  readonly note: string | null;
}

const linesOf = ({ contracts }: Body, drafts: Drafts): Line[] =>
  contracts.flatMap(({ contractId, note }) => {
    const draft = drafts.get(contractId);
    return draft ? [{ draft, note: note || null }] : [];
  });

const columnsOf = (body: Body, lines: readonly Line[]) => ({
  warehouseId: body.warehouseId,
  neededBy: body.neededBy,
  purpose: body.purpose,
  remark: body.remark || null,
  itemCount: lines.length,
});

const searchText = (documentNo: string | null, body: Body, lines: readonly Line[]) =>
  searchTextOf({
    documentNo,
    partIds: [],
    words: [body.purpose, body.remark, ...lines.map(({ draft }) => draft.customerName)],
  });

/** One line for each contract, and those of contracts that came to nothing after them. */
const writeLines = (
  ctx: Ctx,
  documentId: string,
  {
    lines,
    closed = [],
  }: { readonly lines: readonly Line[]; readonly closed?: readonly ForContract[] },
) =>
  ctx.db
    .insertInto('containerRequisitionItems')
    .values(
      [
        ...lines.map(({ draft, note }) => ({
          productModelId: draft.productModelId,
          productId: draft.held?.productId ?? null,
          contractId: draft.id,
          heldByContract: draft.held !== null,
          lineStatus: 'pending' as const,
          note,
        })),
        ...closed.map(({ productModelId, contractId, heldByContract, lineStatus, note }) => ({
          productModelId,
          productId: null,
          contractId,
          heldByContract,
          lineStatus,
          note,
        })),
      ].map((line, index) => ({ id: newId(), documentId, lineNo: index + 1, ...line })),
    )
    .execute();
