import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isSigninPath } from '@boxyard/shared/domain/access/signinPaths.ts';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sendError } from './errors.ts';
import { allowsOverrides } from './overrides.ts';
import type { RemoteRegistry } from './remoteRegistry.ts';
import { StartFiles, startHead } from './start.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Of brotli's levels the one that costs about a millisecond and saves most of what can be saved. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The name carries its content's hash; the build's compressed copy has one more ending. */
const HASHED = /[.-][0-9a-f]{10,}\.\w+(\.(br|gz))?$/;

export interface StaticPlaces {
  readonly host: string;
  /** Folder that holds this file of a remote. */
  readonly remote: (name: string, file: string) => string;
}

/** Where the builds put their files, and before them what was deployed to `remotesDir`. */
export const builtPlaces = (remotesDir: string | null, root = ROOT): StaticPlaces => ({
  host: join(root, 'host', 'dist'),
  remote: (name, file) => {
    const deployed = remotesDir === null ? undefined : join(remotesDir, name);
    return deployed && existsSync(join(deployed, file)) ? deployed : join(root, name, 'dist');
  },
});

/** Where a document carries what is known of its address. */
const START = '<!-- start -->';

/** Answers that are asked for again and again: some 50 ms each, once. */
const THOROUGH = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
/** More than there are pages; a release of a remote changes the answers of all of them. */
const MAX_KEPT = 256;

/** Compresses a text with most effort, and keeps what came of it for the next who asks. */
class KeptBrotli {
  readonly #kept = new Map<string, Promise<Buffer>>();

  of(text: string): Promise<Buffer> {
    const kept = this.#kept.get(text);
    if (kept) return kept;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const made = toBrotli(text, THOROUGH);
    this.#kept.set(text, made);
    made.catch(() => this.#kept.delete(text));
    return made;
  }
}

/** Compresses what no build has compressed, as the caller takes it. */
async function compressed(
  text: string,
  { headers }: FastifyRequest,
  kept?: KeptBrotli,
): Promise<readonly [string | Buffer, 'br' | 'gzip' | null]> {
  const accepted = headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return [await (kept?.of(text) ?? toBrotli(text, QUICK)), 'br'];
  if (/\bgzip\b/.test(accepted)) return [await toGzip(text), 'gzip'];
  return [text, null];
}

/** Answers a text that was written for this call. */
async function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    text,
    type,
    kept,
  }: { readonly text: string; readonly type: string; readonly kept?: KeptBrotli },
): Promise<FastifyReply> {
  const [body, encoding] = await compressed(text, request, kept);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.header('vary', 'accept-encoding').type(`${type}; charset=utf-8`).send(body);
}

/** Other origins may load every file; hashed names never change (architecture 4). */
function setHeaders(reply: FastifyReply, file: string): void {
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header(
      'cache-control',
      HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
}

/** A path that the library refuses to follow is no file; anything else is an error like others. */
function refused(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode === 403 || error.statusCode === 400) notHere(reply);
  else sendError(error, request, reply);
}

/** The answer for a file that does not exist: no page of the host, and not kept by anyone. */
export const notHere = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('Not found');

/**
 * The host at `/`, remotes under `/remotes/<name>/`. Any other path without a file name is a page
 * of the host's router; what looks like a file and is none answers 404.
 */
export async function mountStatic(
  server: FastifyInstance,
  places: StaticPlaces,
  { remotes, config }: { readonly remotes: RemoteRegistry; readonly config: Config },
): Promise<void> {
  const index = join(places.host, 'index.html');

  const start = new StartFiles(remotes, places);
  const kept = new KeptBrotli();

  const sendIndex = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!existsSync(index)) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The pages are not built yet. Run npm start in the project folder.');
    }
    const [pathname = ''] = request.url.split('?');
    // The sign-in page needs none of it, and asks for it while somebody types.
    const head = isSigninPath(pathname) ? '' : startHead(await start.of(pathname));
    const text = readFileSync(index, 'utf8')
      .replaceAll('__CSP_NONCE__', randomBytes(16).toString('base64url'))
      .replaceAll(
        '__REMOTE_OVERRIDES__',
        allowsOverrides(config, request.raw) ? 'allowed' : 'refused',
      )
      .replace(START, () => head);
    reply.header('cache-control', 'no-cache');
    return sendWritten(request, reply, { text, type: 'text/html' });
  };

  await server.register(fastifyStatic, {
    serve: false,
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    index: false,
    dotfiles: 'ignore',
    setHeaders,
  });

  server.get<{ Querystring: { path?: unknown } }>('/start.json', async (request, reply) => {
    const { path } = request.query;
    reply.header('cache-control', 'no-store');
    const text = JSON.stringify(await start.of(typeof path === 'string' ? path : '/'));
    return sendWritten(request, reply, { text, type: 'application/json', kept });
  });

  server.get('/remotes.json', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return remotes.read();
  });

  // The builds have compressed what is worth it.
  const files = { compress: false, errorHandler: refused } as const;
  server.get<{ Params: { name: string; '*': string } }>(
    '/remotes/:name/*',
    files,
    async (request, reply) => {
      const { name, '*': path } = request.params;
      if (!/^remote-[a-z][a-z0-9-]*$/.test(name)) return notHere(reply);
      return reply.sendFile(path, places.remote(name, path));
    },
  );

  server.get<{ Params: { '*': string } }>('/*', files, async (request, reply) => {
    const path = request.params['*'];
    if (/^api(\/|$)/.test(path)) return reply.callNotFound();
    if (path === 'index.html') return sendIndex(request, reply);
    const isFile = /^(assets|remotes)(\/|$)/.test(path) || /\.\w+$/.test(path);
    return isFile ? reply.sendFile(path, places.host) : sendIndex(request, reply);
  });
}
