import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MAX_STATEMENT_BYTES } from '@boxyard/shared/domain/money/statements.ts';
import { fileTypeFromBuffer } from 'file-type';
import { csvText } from './tables/readCsv.ts';

/** domain-warehouse 1.0: at most 10 MB each. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
/** Software of a container is larger than a scanned page. */
const MAX_SOFTWARE_BYTES = 50 * 1024 * 1024;
/** The page makes photographs much smaller than this before it sends them. */
const MAX_PHOTO_BYTES = 2 * 1024 * 1024;
/** A small file can unfold into a picture that fills the memory of whoever opens it. */
const MAX_PIXELS = 40_000_000;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CSV = 'text/csv';

const XML = 'application/xml';
const TEXT = 'text/plain';

const ZIP = 'application/zip';
const GZIP = 'application/gzip';

const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
  [XLSX]: 'xlsx',
  [CSV]: 'csv',
  [XML]: 'xml',
  [TEXT]: 'txt',
  [ZIP]: 'zip',
  [GZIP]: 'gz',
} as const;

export type UploadMime = keyof typeof EXTENSIONS;
export type UploadExtension = (typeof EXTENSIONS)[UploadMime];

/**
 * What may be sent: as an attachment (domain-warehouse 1.0), as a table to import, as software, as a
 * statement of a bank, as a photograph of somebody without an account.
 */
const ALLOWED = {
  attachments: ['image/jpeg', 'image/png', 'application/pdf', XLSX],
  tables: [XLSX, CSV],
  software: [ZIP, GZIP],
  statements: [CSV, XML, TEXT],
  photos: ['image/jpeg', 'image/png'],
} as const satisfies Record<string, readonly UploadMime[]>;
export type UploadUse = keyof typeof ALLOWED;

const OTHER_SIZES: Readonly<Partial<Record<UploadUse, number>>> = {
  software: MAX_SOFTWARE_BYTES,
  statements: MAX_STATEMENT_BYTES,
  photos: MAX_PHOTO_BYTES,
};

/** How large a file may be, by what it is for. */
export const maxBytesOf = (use: UploadUse = 'attachments'): number =>
  OTHER_SIZES[use] ?? MAX_UPLOAD_BYTES;

export interface CheckedUpload {
  readonly content: Buffer;
  /** By content; what the browser claimed does not count. */
  readonly mime: UploadMime;
  readonly ext: UploadExtension;
  readonly sha256: string;
  readonly size: number;
}

export type UploadErrorCode =
  | 'FILE_TOO_LARGE'
  | 'IMAGE_TOO_LARGE'
  | 'FILE_EMPTY'
  | 'FILE_TYPE'
  | 'TABLE_TYPE'
  | 'TABLE_LOCKED'
  | 'SOFTWARE_TYPE'
  | 'STATEMENT_TYPE'
  | 'PHOTO_TYPE';

const WRONG_KIND = {
  attachments: 'FILE_TYPE',
  tables: 'TABLE_TYPE',
  software: 'SOFTWARE_TYPE',
  statements: 'STATEMENT_TYPE',
  photos: 'PHOTO_TYPE',
} as const satisfies Record<UploadUse, UploadErrorCode>;

/** The refusal of a file that is not what it should be. */
export const wrongKind = (use: UploadUse): UploadError => new UploadError(WRONG_KIND[use]);

/** An upload that is refused; the caller's language is the business of who catches it. */
export class UploadError extends Error {
  readonly statusCode: 413 | 415;
  readonly code: UploadErrorCode;

  constructor(code: UploadErrorCode) {
    super(`Upload refused: ${code}`);
    this.name = 'UploadError';
    this.code = code;
    this.statusCode = code === 'FILE_TOO_LARGE' || code === 'IMAGE_TOO_LARGE' ? 413 : 415;
  }
}

/**
 * Collects an uploaded file and checks it by its content. The server calls it through
 * `UntrustedFiles`, in a thread of its own.
 * @throws UploadError as soon as it is known to be too large, empty, or of a kind not allowed
 */
export async function checkUpload(
  source: Readable | Buffer,
  maxBytes: number = MAX_UPLOAD_BYTES,
  use: UploadUse = 'attachments',
): Promise<CheckedUpload> {
  const content = Buffer.isBuffer(source) ? source : await collectUpload(source, maxBytes);
  if (content.length > maxBytes) throw new UploadError('FILE_TOO_LARGE');
  if (content.length === 0) throw new UploadError('FILE_EMPTY');
  if (use === 'tables' && isLocked(content)) throw new UploadError('TABLE_LOCKED');
  const mime = use === 'statements' ? await detectText(content) : await detect(content);
  const allowed: readonly UploadMime[] = ALLOWED[use];
  if (mime === null || !allowed.includes(mime)) {
    throw wrongKind(use);
  }
  const pixels = pixelsOf(content, mime);
  if (pixels !== null && pixels > MAX_PIXELS) throw new UploadError('IMAGE_TOO_LARGE');
  if (pixels === 0) throw new UploadError('FILE_TYPE');
  return {
    content,
    mime,
    ext: EXTENSIONS[mime],
    sha256: createHash('sha256').update(content).digest('hex'),
    size: content.length,
  };
}

/**
 * Collects an uploaded file.
 * @throws UploadError as soon as it is known to be too large
 */
export async function collectUpload(
  source: Readable,
  maxBytes: number = MAX_UPLOAD_BYTES,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new UploadError('FILE_TOO_LARGE');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** The container in which a workbook with a password lies, and the name of what it hides. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HIDDEN = Buffer.from('EncryptedPackage', 'utf16le');
const isLocked = (content: Buffer): boolean =>
  content.subarray(0, COMPOUND.length).equals(COMPOUND) && content.includes(HIDDEN);

/** The kind of a content; text without a mark of its own is CSV, if it is text at all. */
async function detect(content: Buffer): Promise<UploadMime | null> {
  // A broken file of a known kind makes the detector throw; it is refused like an unknown one.
  const found = await fileTypeFromBuffer(content).catch(() => null);
  if (found === null) return null;
  if (found === undefined) return csvText(content) === null ? null : CSV;
  const { mime } = found;
  return isKnown(mime) && hasMagic(content, mime) ? mime : null;
}

/** The kind of a text, as a statement is one in each of its formats; null when it is none. */
async function detectText(content: Buffer): Promise<UploadMime | null> {
  const found = await fileTypeFromBuffer(content).catch(() => null);
  if (found === null || (found !== undefined && found.mime !== XML)) return null;
  const text = csvText(content);
  if (text === null) return null;
  if (/^\s*</.test(text)) return XML;
  return /^\s*(?::20:|\{1:)/.test(text) ? TEXT : CSV;
}

type Text = typeof CSV | typeof XML | typeof TEXT;
const MAGIC: Readonly<Record<Exclude<UploadMime, Text>, string>> = {
  'image/jpeg': 'ffd8ff',
  'image/png': '89504e470d0a1a0a',
  'application/pdf': '255044462d',
  [XLSX]: '504b0304',
  [ZIP]: '504b0304',
  [GZIP]: '1f8b08',
};

const isKnown = (mime: string): mime is keyof typeof MAGIC => Object.hasOwn(MAGIC, mime);

/** The detector looks past leading bytes for some kinds; here the file must begin as its kind does. */
function hasMagic(content: Buffer, mime: keyof typeof MAGIC): boolean {
  const magic = Buffer.from(MAGIC[mime], 'hex');
  return content.subarray(0, magic.length).equals(magic);
}

/** Pixels of a picture by its header, nothing is decoded; null for what is no picture. */
function pixelsOf(content: Buffer, mime: UploadMime): number | null {
  if (mime === 'image/png') {
    if (content.length < 24) throw new UploadError('FILE_TYPE');
    return content.readUInt32BE(16) * content.readUInt32BE(20);
  }
  return mime === 'image/jpeg' ? jpegPixels(content) : null;
}

/** Walks the segments to the frame header, the only place where a JPEG says how large it is. */
function jpegPixels(content: Buffer): number {
  let at = 2;
  while (at + 9 <= content.length) {
    if (content[at] !== 0xff) throw new UploadError('FILE_TYPE');
    const marker = content.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return content.readUInt16BE(at + 5) * content.readUInt16BE(at + 7);
    // Fill bytes may precede a marker; restart and start markers carry no length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + content.readUInt16BE(at + 2);
  }
  throw new UploadError('FILE_TYPE');
}

const UNSAFE_IN_NAME =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control and direction marks disguise names.
  /[\u0000-\u001F\u007F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF"*/:<>?\\|]/g;

/** The name shown for an upload: what the person called it, harmless, with the true extension. */
export function displayFileName(name: string, ext: UploadExtension): string {
  const base = name
    .toWellFormed()
    .replace(/^.*[\\/]/, '')
    .replace(UNSAFE_IN_NAME, '')
    .replace(/\.[^.]*$/, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  const kept = [...base].slice(0, 100).join('');
  return `${kept === '' ? 'file' : kept}.${ext}`;
}

/** A download header that carries a Thai name to every browser (RFC 6266). */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.replace(/[^\u0020-\u007E]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
