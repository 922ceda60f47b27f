import { addQuantities, isAboutOutput, isKept } from '@boxyard/shared/domain';
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
  deliveryCompany,
  expectCompany,
  freeSerials,
  notifySubmission,
  searchTextOf,
  takeSerials,
} from '../../../workflow/index.ts';
import { findStock, type NamedStock } from '../stock/places.ts';
import { findOutputs, type Output, outputFacts, writeOutputs } from './outputs.ts';
import { transformations } from './type.ts';

type Body = Input<'transformations.create'>['body'];

/** Only what is made of others is taken apart (domain-warehouse 1.4 `isDisassemblable`). */
async function partFaults(ctx: Ctx, { type, inputs }: Body): Promise<FieldFault[]> {
  const [first] = inputs;
  if (type !== 'disassemble' || !first) return [];
  const part = await ctx.db
    .selectFrom('materialParts')
    .where('id', '=', first.partId)
    .select('isDisassemblable')
    .executeTakeFirst();
  return part && !part.isDisassemblable
    ? [{ field: 'inputs[0].partId', code: 'NOT_DISASSEMBLABLE' }]
    : [];
}

/** The part that it is about, and how much of it. */
function subjectOf({ type, inputs, outputs }: Body) {
  const lines = isAboutOutput(type)
    ? outputs.filter(({ disposition }) => isKept(disposition))
    : inputs;
  const partId = lines[0]?.partId ?? '';
  const same = lines.filter((line) => line.partId === partId);
  return { partId, quantity: addQuantities(...same.map(({ quantity }) => quantity)) };
}

async function check(ctx: Ctx, body: Body) {
  const companyId = await deliveryCompany(ctx, body.warehouseId);
  const { type, warehouseId } = body;
  const [found, facts, part] = await Promise.all([
    findStock(ctx, {
      warehouseId,
      lines: body.inputs,
      at: (index, field) => `inputs[${index}].${field}`,
    }),
    outputFacts(ctx, { warehouseId, lines: body.outputs }),
    partFaults(ctx, body),
  ]);
  const out = findOutputs(facts, {
    type,
    inputs: body.inputs,
    lines: body.outputs,
    isFinal: false,
  });
  refuseFaults([...part, ...found.faults, ...out.faults]);
  return {
    companyId,
    inputs: found.stock,
    outputs: out.outputs,
    columns: {
      type,
      warehouseId,
      ...subjectOf(body),
      laborCost: body.laborCost ?? '0.00',
      remark: body.remark || null,
    },
  };
}
type Checked = Awaited<ReturnType<typeof check>>;

const writeInputs = (ctx: Ctx, transformationId: string, inputs: readonly NamedStock[]) =>
  ctx.db
    .insertInto('transformationInputs')
    .values(
      inputs.map((input, index) => ({
        ...input,
        serialIds: [...input.serialIds],
        id: newId(),
        transformationId,
        lineNo: index + 1,
      })),
    )
    .execute();

async function writeLines(
  ctx: Ctx,
  keeper: { readonly id: string; readonly documentNo: string },
  {
    inputs,
    outputs,
  }: { readonly inputs: readonly NamedStock[]; readonly outputs: readonly Output[] },
): Promise<void> {
  await writeInputs(ctx, keeper.id, inputs);
  await writeOutputs(ctx, keeper.id, outputs);
  await takeSerials(
    ctx,
    { subject: transformations.type.subject, id: keeper.id, documentNo: keeper.documentNo },
    inputs.flatMap(({ serialIds }) => serialIds),
  );
}

const searchText = (documentNo: string, { inputs, outputs, columns }: Checked) =>
  searchTextOf({
    documentNo,
    partIds: [...inputs, ...outputs].map(({ partId }) => partId),
    words: [columns.remark],
  });

/** Asks for parts to be transformed; it waits for an approval at once. */
export async function createTransformation(
  ctx: Ctx,
  { body }: Input<'transformations.create'>,
): Promise<{ readonly id: string }> {
  const checked = await check(ctx, body);
  const { id } = await createDocument(ctx, transformations.type, {
    companyId: checked.companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('transformations')
        .values({
          ...head,
          ...checked.columns,
          searchText: searchText(head.documentNo, checked),
        })
        .execute();
      await writeLines(ctx, head, checked);
    },
    after: { type: body.type },
  });
  const row = await transformations.type.load(ctx, id, { lock: false });
  if (!row) throw new Error('the transformation just written is not there');
  await notifySubmission(ctx, transformations.type, row);
  return { id };
}

/** Changes a transformation that nobody has decided on. */
export const updateTransformation = transformations.action('update', async (ctx, row, body) => {
  // Its own serials are free for its new lines.
  await freeSerials(ctx, row.id);
  const checked = await check(ctx, body);
  expectCompany(row, checked.companyId);
  for (const table of ['transformationInputs', 'transformationOutputs'] as const) {
    await ctx.db.deleteFrom(table).where('transformationId', '=', row.id).execute();
  }
  await writeLines(ctx, row, checked);
  const { columns } = checked;
  return {
    set: { ...columns, searchText: searchText(row.documentNo, checked) },
    diff: changesOf({ ...row, quantity: Number(row.quantity) }, columns),
  };
});
