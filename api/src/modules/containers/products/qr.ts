import { labelCode } from '@boxyard/shared/domain';
import { qrPicture } from '../../../documents/pdf/qr.ts';
import type { Ctx, FileResult, Input } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { products } from './type.ts';

/** The code on a container, as a picture: a scan of it anywhere opens the container. */
export async function productQr(ctx: Ctx, { params }: Input<'products.qr'>): Promise<FileResult> {
  const { serialNumber } = await loadVisible(ctx, products.type, { id: params.id });
  const file = await qrPicture(labelCode({ kind: 'container', code: serialNumber, of: null }));
  return { file, fileName: `${serialNumber}.png`, mime: 'image/png' };
}
