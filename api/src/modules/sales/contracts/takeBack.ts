import { type Ctx, type DocumentName, named, refuseFaults } from '../../../kernel/index.ts';
import { deliveryCompany } from '../../../workflow/index.ts';
import {
  bringBack,
  createContainerReceipt,
  holdsContainers,
  lockProduct,
} from '../../containers/index.ts';
import { type ContractRow, documentOf } from './type.ts';

/** A container that is taken down comes back to a warehouse of its company that holds containers. */
export async function expectReturnWarehouse(
  ctx: Ctx,
  row: Pick<ContractRow, 'companyId'>,
  warehouseId: string | null | undefined,
): Promise<string> {
  const field = 'returnWarehouseId';
  if (!warehouseId) refuseFaults([{ field, code: 'REQUIRED' }]);
  const given = warehouseId ?? '';
  if ((await deliveryCompany(ctx, given, field)) !== row.companyId) {
    refuseFaults([{ field, code: 'WAREHOUSE_OF_OTHER_COMPANY' }]);
  }
  if (!(await holdsContainers(ctx, given))) refuseFaults([{ field, code: 'HOLDS_NO_CONTAINERS' }]);
  return given;
}

/** Sends the container home; answers the number of the receipt that waits for it. */
export async function takeBack(
  ctx: Ctx,
  row: ContractRow,
  { warehouseId, reason }: { readonly warehouseId: string; readonly reason: string },
): Promise<DocumentName> {
  const product = await lockProduct(ctx, row.productId ?? '');
  await bringBack(ctx, { productId: product.id, document: documentOf(row) }, reason);
  const receipt = await createContainerReceipt(ctx, {
    companyId: row.companyId,
    warehouseId,
    sourceType: 'customerReturn',
    sourceId: row.id,
    sourceNo: row.documentNo ?? '',
    isOfContract: true,
    products: [{ id: product.id, serialNumber: product.serialNumber }],
  });
  return named('containerReceipts', receipt);
}
