import { crc32, inflateSync } from 'node:zlib';
import { LOGO_BYTES, LOGO_PIXELS } from '@boxyard/shared/domain';
import PDFDocument from 'pdfkit';
import { type CheckedUpload, checkUpload, UploadError } from './files.ts';
import type { ImageOpener } from './pdf/page.ts';

export type LogoFault = 'LOGO_SIZE' | 'LOGO_PIXELS' | 'LOGO_TYPE';

/** A picture that cannot be a logo. */
export class LogoError extends Error {
  readonly code: LogoFault;

  constructor(code: LogoFault) {
    super(`Logo refused: ${code}`);
    this.name = 'LogoError';
    this.code = code;
  }
}

const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);

/**
 * Checks by its content that a picture can be printed as a logo: kind, weight, pixels, and that it
 * opens. A PNG is read to its last pixel, since the PDF library would meet what is broken in it
 * only while it prints, where nobody catches it.
 * @throws LogoError
 */
export async function checkLogo(content: Buffer): Promise<CheckedUpload> {
  if (content.length > LOGO_BYTES) throw new LogoError('LOGO_SIZE');
  const upload = await checkUpload(content).catch((error: unknown) => {
    if (!(error instanceof UploadError)) throw error;
    throw new LogoError(error.code === 'IMAGE_TOO_LARGE' ? 'LOGO_PIXELS' : 'LOGO_TYPE');
  });
  if (!PICTURES.has(upload.mime)) throw new LogoError('LOGO_TYPE');
  const { width, height } = sizeOf(content);
  for (const side of [width, height]) {
    if (side < LOGO_PIXELS.min || side > LOGO_PIXELS.max) throw new LogoError('LOGO_PIXELS');
  }
  if (upload.mime === 'image/png' && !isWholePng(content)) throw new LogoError('LOGO_TYPE');
  return upload;
}

function sizeOf(content: Buffer): { readonly width: number; readonly height: number } {
  try {
    const doc = new PDFDocument({ autoFirstPage: false }) as unknown as ImageOpener;
    return doc.openImage(content);
  } catch {
    throw new LogoError('LOGO_TYPE');
  }
}

/** Samples a pixel, by the colour type of a PNG (RFC 2083, 4.1.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const LAST_FILTER = 4;

/** Start and step of each pass, `[x, y, dx, dy]`: one of them all, or the seven of Adam7. */
const WHOLE = [[0, 0, 1, 1]] as const;
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Whether the chunks are whole and their data is exactly the pixels that the header promises. */
function isWholePng(content: Buffer): boolean {
  const chunks = chunksOf(content);
  const header = chunks?.find(({ type }) => type === 'IHDR')?.data;
  if (!chunks || header?.length !== 13) return false;
  const colour = header.readUInt8(9);
  if (colour === 3 && !chunks.some(({ type }) => type === 'PLTE')) return false;
  const rows = rowLengths({
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    bits: header.readUInt8(8) * (CHANNELS[colour] ?? 0),
    passes: header.readUInt8(12) === 1 ? ADAM7 : WHOLE,
  });
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  const expected = rows.reduce((sum, length) => sum + length, 0);
  try {
    const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: expected });
    let at = 0;
    for (const length of rows) {
      if ((pixels[at] ?? Number.POSITIVE_INFINITY) > LAST_FILTER) return false;
      at += length;
    }
    return at === pixels.length;
  } catch {
    // Broken, or more than the header promises: a small file that unfolds without end.
    return false;
  }
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(content: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + 12 <= content.length) {
    const end = at + 8 + content.readUInt32BE(at);
    if (end + 4 > content.length) return null;
    if (crc32(content.subarray(at + 4, end)) !== content.readUInt32BE(end)) return null;
    const type = content.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: content.subarray(at + 8, end) });
    if (type === 'IEND') return chunks;
    at = end + 4;
  }
  return null;
}

interface Raster {
  readonly width: number;
  readonly height: number;
  /** Of a pixel. */
  readonly bits: number;
  readonly passes: readonly (readonly [number, number, number, number])[];
}

/** Bytes of each row as it is stored: its filter and its pixels. */
function rowLengths({ width, height, bits, passes }: Raster): number[] {
  return passes.flatMap(([x, y, dx, dy]) => {
    const columns = Math.ceil((width - x) / dx);
    const rows = Math.ceil((height - y) / dy);
    if (columns <= 0 || rows <= 0) return [];
    return Array<number>(rows).fill(1 + Math.ceil((columns * bits) / 8));
  });
}
