import { buffer } from 'node:stream/consumers';
import { queueMail } from '../../../kernel/index.ts';
import { orderPdf } from '../pdf.ts';
import { orderDetail } from './present.ts';
import { purchaseOrders } from './type.ts';

const SUBJECT = {
  en: (no: string, company: string) => `Purchase order ${no} from ${company}`,
  th: (no: string, company: string) => `ใบสั่งซื้อ ${no} จาก ${company}`,
};

/**
 * Sends an order to its supplier as a mail with its PDF, in the language of whoever sends it. To whom it
 * went stands in the order's history; the mail keeps the file as it was sent.
 */
export const sendOrder = purchaseOrders.action('send', async (ctx, row, body) => {
  const [doc, pdf] = [await orderDetail(ctx, row.id), await orderPdf(ctx, row.id)];
  const { name, nameTh } = doc.company;
  const cc = (body.cc ?? '').split(', ').filter((address) => address !== '');
  await queueMail(ctx, {
    to: body.to,
    cc,
    subject: SUBJECT[ctx.locale](
      row.documentNo ?? '',
      ctx.locale === 'th' ? (nameTh ?? name) : name,
    ),
    text: body.message,
    hasSecret: false,
    attachment: {
      fileName: pdf.fileName,
      file: Buffer.isBuffer(pdf.file) ? pdf.file : await buffer(pdf.file),
    },
  });
  return {
    to: row.status,
    diff: {
      sentTo: { from: null, to: body.to },
      ...(cc.length > 0 ? { cc: { from: null, to: cc.join(', ') } } : {}),
    },
  };
});
