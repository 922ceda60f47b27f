import { anyId, type Ctx } from '../../../kernel/index.ts';
import { hiddenDocuments } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { customerRefs } from '../../partners/index.ts';

interface Named {
  readonly productId: string;
  readonly customerId: string;
  readonly contractId: string | null;
}

/** Containers, their models, customers and contracts of warranties and requests, by id. */
export async function namesOf(ctx: Ctx, rows: readonly Named[]) {
  const contractIds = [...new Set(rows.flatMap(({ contractId }) => contractId ?? []))];
  const [products, customer, contracts, withheld] = await Promise.all([
    ctx.db
      .selectFrom('products as p')
      .innerJoin('productModels as m', 'm.id', 'p.productModelId')
      .where('p.id', '=', anyId([...new Set(rows.map(({ productId }) => productId))]))
      .select(['p.id', 'p.serialNumber', 'p.name', 'm.id as modelId', 'm.code as modelCode'])
      .select(['m.name as modelName', 'm.nameTh as modelNameTh'])
      .execute(),
    customerRefs(
      ctx,
      rows.map(({ customerId }) => customerId),
    ),
    ctx.db
      .selectFrom('contracts')
      .where('id', '=', anyId(contractIds))
      .select(['id', 'documentNo'])
      .execute(),
    hiddenDocuments(
      ctx,
      contractIds.map((id) => ({ type: 'contracts', id })),
    ),
  ]);
  const byId = new Map(products.map((product) => [product.id, product]));
  const contractNo = new Map(contracts.map(({ id, documentNo }) => [id, documentNo]));
  return ({ productId, customerId, contractId }: Named) => {
    const found = byId.get(productId);
    if (!found) throw new Error(`the container ${productId} is missing`);
    const isWithheld = contractId !== null && withheld.has(contractId);
    const { modelId, modelCode, modelName, modelNameTh, ...product } = found;
    return {
      product,
      productModel: mustRef(modelId, modelCode, { name: modelName, nameTh: modelNameTh }),
      customer: customer(customerId),
      contract:
        contractId === null
          ? null
          : {
              id: isWithheld ? null : contractId,
              documentNo: isWithheld ? null : (contractNo.get(contractId) ?? null),
            },
    };
  };
}
