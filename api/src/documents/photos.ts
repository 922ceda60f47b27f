import { UploadError, type UploadMime } from './files.ts';

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, adobe: 0xee, app0: 0xe0 } as const;

/** Segments that a decoder needs, and the one by which it knows the colours; no text, place or thumbnail. */
const isKept = (marker: number): boolean =>
  marker === JPEG.app0 || marker === JPEG.adobe || !isNote(marker);
/** Segments of applications, and comments. */
const isNote = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

const broken = (): UploadError => new UploadError('PHOTO_TYPE');

function plainJpeg(content: Buffer): Buffer {
  const parts: Buffer[] = [content.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= content.length) {
    if (content[at] !== 0xff) throw broken();
    const marker = content.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + content.readUInt16BE(at + 2);
    if (end > content.length) throw broken();
    if (isKept(marker)) parts.push(content.subarray(at, end));
    at = marker === JPEG.scan ? endOfScan(content, end) : end;
    if (marker === JPEG.scan) {
      parts.push(content.subarray(end, at));
      // Nothing that stands behind the picture is part of it.
      if (content[at + 1] === JPEG.end)
        return Buffer.concat([...parts, content.subarray(at, at + 2)]);
    }
  }
  throw broken();
}

/** The place of the marker that ends the coded data: a zero or a restart after 0xff is part of them. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1];
    if (next === undefined) break;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  throw broken();
}

/** Chunks of the picture itself and of its colours. */
const PNG_CHUNKS: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
]);
const PNG_SIGNATURE = 8;

function plainPng(content: Buffer): Buffer {
  const parts: Buffer[] = [content.subarray(0, PNG_SIGNATURE)];
  for (let at = PNG_SIGNATURE; at + 12 <= content.length; ) {
    const end = at + 12 + content.readUInt32BE(at);
    if (end > content.length) throw broken();
    const name = content.toString('latin1', at + 4, at + 8);
    if (PNG_CHUNKS.has(name)) parts.push(content.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  throw broken();
}

/**
 * A photograph without its metadata: place, camera, comments, thumbnails, and whatever was hidden behind
 * it. The picture is not coded anew. @throws UploadError
 */
export function withoutMetadata(content: Buffer, mime: UploadMime): Buffer {
  if (mime === 'image/jpeg') return plainJpeg(content);
  if (mime === 'image/png') return plainPng(content);
  throw broken();
}
