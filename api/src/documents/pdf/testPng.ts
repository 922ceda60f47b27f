import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

interface TestPicture {
  readonly width: number;
  readonly height: number;
  /** Instead of the compressed pixels: what makes the picture unreadable. */
  readonly pixels?: Buffer;
}

/** A small picture of one colour with a transparent corner, for tests of logos and uploads. */
export function renderTestPng(size: TestPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size.width, 0);
  header.writeUInt32BE(size.height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows: Buffer[] = [];
  for (let y = 0; y < size.height; y += 1) {
    const row = Buffer.alloc(1 + size.width * 4);
    for (let x = 0; x < size.width; x += 1) {
      const corner = x + y < Math.min(size.width, size.height) / 2;
      row.set([9, 109, 217, corner ? 0 : 255], 1 + x * 4);
    }
    rows.push(row);
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', size.pixels ?? deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
