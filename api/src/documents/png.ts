import { crc32, deflateSync } from 'node:zlib';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Red, green, blue and opacity, 0 to 255. */
export type Pixel = readonly [number, number, number, number];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** A PNG around pixels that are compressed already. */
export function wrapPng({ width, height }: Size, compressed: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', compressed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Draws a picture pixel by pixel: the logos of the demonstration and of tests. */
export function drawPng(size: Size, pixelAt: (x: number, y: number) => Pixel): Buffer {
  const rows = Array.from({ length: size.height }, (_row, y) =>
    Buffer.from([0, ...Array.from({ length: size.width }, (_x, x) => pixelAt(x, y)).flat()]),
  );
  return wrapPng(size, deflateSync(Buffer.concat(rows)));
}
