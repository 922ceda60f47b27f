import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { UploadedFile } from '../kernel/index.ts';

const WIDTH = 240;
const HEIGHT = 160;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** A small picture for a document of the story: a crate on a floor, whole or broken up. */
export function picture(fileName: string, isBroken: boolean): UploadedFile {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const dx = Math.abs(x - WIDTH / 2);
      const dy = Math.abs(y - HEIGHT / 2 - 10);
      // Broken up, the planks lie about.
      const shift = isBroken ? ((x >> 4) * 37 + (y >> 4) * 11) % 29 : 0;
      const isCrate = dx < 70 + shift - (isBroken ? 12 : 0) && dy < 45 - shift;
      const isPlank = isCrate && (x + shift) % 20 < 3;
      rows[y * (WIDTH + 1) + x + 1] = isPlank ? 70 : isCrate ? 150 : y > 120 ? 205 : 232;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  // Eight bits of grey.
  head.writeUInt8(8, 8);
  const content = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return {
    field: 'files',
    fileName,
    mime: 'image/png',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
  };
}
