import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Kept {
  readonly content: Buffer;
  readonly at: Date;
}

/** What a test lets go wrong with the next requests of a method. */
export type Fault = 'busy' | 'refused' | 'silent' | 'truncated' | 'wrong';

/** A store that speaks S3 as far as we use it: signed requests, five calls, pages of three names. */
export interface S3Server {
  readonly url: string;
  readonly objects: Map<string, Kept>;
  /** Methods and paths in the order in which they came. */
  readonly asked: string[];
  /** From now on, or the next so many times. */
  fail(method: string, fault: Fault | null, times?: number): void;
  close(): Promise<void>;
}

const KEY_ID = 'AKIATEST';
const SECRET = 'a/secret+with=signs';
const REGION = 'eu-test-1';
const BUCKET = 'parts-office';
const PAGE = 3;

/** FILES_URL of a bucket there. */
export const filesUrlOf = (server: Pick<S3Server, 'url'>, prefix = 'boxyard/files'): string =>
  `s3://${KEY_ID}:${encodeURIComponent(SECRET)}@store.test/${BUCKET}/${prefix}?region=${REGION}&endpoint=${server.url}`;

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Signature Version 4, as Amazon's own document says it; null where it fits. */
function signatureFault(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const header = request.headers.authorization ?? '';
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (parts === null) return 'AccessDenied';
  const [, keyId, day = '', region = '', names = '', signature] = parts;
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const time = String(request.headers['x-amz-date']);
  if (!time.startsWith(day) || !names.split(';').includes('host')) return 'AccessDenied';
  const said = String(request.headers['x-amz-content-sha256']);
  if (said !== 'UNSIGNED-PAYLOAD' && said !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const path = url.pathname.split('/').map((part) => encoded(decodeURIComponent(part)));
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, path.join('/'), query, headers.join(''), names, said].join(
    '\n',
  );
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    (before, step) => hmac(before, step),
    hmac(hmac(`AWS4${SECRET}`, day), region),
  );
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function listing(objects: S3Server['objects'], url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(prefix) && name > after)
    .sort();
  const page = names.slice(0, PAGE);
  const rows = page.map((name) => {
    const { content, at } = objects.get(name) as Kept;
    return `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${content.length}</Size></Contents>`;
  });
  const isCut = names.length > PAGE;
  const more = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><IsTruncated>${isCut}</IsTruncated>${more}${rows.join('')}</ListBucketResult>`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const refuse = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code></Error>`);
};

/** Sends an object, or less, or something else of the same length. */
function send(response: ServerResponse, content: Buffer, fault: Fault | null): void {
  response.writeHead(200, { 'content-length': content.length });
  if (fault === 'truncated') {
    response.write(content.subarray(0, content.length / 2), () => response.destroy());
  } else response.end(fault === 'wrong' ? Buffer.alloc(content.length, 'x') : content);
}

/** Starts one on loopback. */
export async function startS3(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const faults = new Map<string, { readonly fault: Fault; left: number }>();
  const asked: string[] = [];

  const faultOf = (method: string): Fault | null => {
    const due = faults.get(method);
    if (due === undefined || due.left === 0) return null;
    due.left -= 1;
    return due.fault;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://store');
    const body = await bodyOf(request);
    const { method = '' } = request;
    asked.push(`${method} ${url.pathname}`);
    const fault = faultOf(method);
    if (fault === 'silent') return;
    if (fault === 'busy') return refuse(response, 503, 'SlowDown');
    const wrong = fault === 'refused' ? 'AccessDenied' : signatureFault(request, url, body);
    if (wrong !== null) return refuse(response, 403, wrong);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (key === '') {
      response.end(listing(objects, url));
      return;
    }
    if (method === 'PUT') objects.set(key, { content: body, at: new Date() });
    if (method === 'DELETE') objects.delete(key);
    if (method === 'PUT' || method === 'DELETE') {
      response.writeHead(method === 'PUT' ? 200 : 204).end();
      return;
    }
    const kept = objects.get(key);
    if (kept === undefined) return refuse(response, 404, 'NoSuchKey');
    send(response, kept.content, fault);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    asked,
    fail: (method, fault, times = Number.POSITIVE_INFINITY) => {
      if (fault === null) faults.delete(method);
      else faults.set(method, { fault, left: times });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
