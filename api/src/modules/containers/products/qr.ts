import { qrPicture } from '../../../documents/pdf/qr.ts';
import { type Ctx, containerLink, type FileResult, type Input } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { products } from './type.ts';

/**
 * The code on a container, as a picture: a scan of it by people at work opens the container, and by anybody
 * else the page on which they report a fault.
 */
export async function productQr(ctx: Ctx, { params }: Input<'products.qr'>): Promise<FileResult> {
  const { serialNumber } = await loadVisible(ctx, products.type, { id: params.id });
  const file = await qrPicture(containerLink(ctx.app, { id: params.id, serialNumber }));
  return { file, fileName: `${serialNumber}.png`, mime: 'image/png' };
}
