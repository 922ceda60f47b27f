import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';
import { API_BASE, contract } from '@boxyard/shared/contract';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { AppError, notFound, type Runtime, type Tokens } from '../kernel/index.ts';
import { AnonymousGate } from './anonymousGate.ts';
import { mountDocs } from './docs.ts';
import { refuseConnection, sendError } from './errors.ts';
import { mountFaultPages } from './faultPages/mountFaultPages.ts';
import { mountHealth } from './health.ts';
import { parseJson } from './json.ts';
import { methodsOf, mountContract } from './mount.ts';
import { overriddenOrigins } from './overrides.ts';
import { rateLimitStore } from './rateLimits.ts';
import type { RemoteRegistry } from './remoteRegistry.ts';
import { mountStatic, notHere, type StaticPlaces } from './static.ts';

const CSP_REPORTS = `${API_BASE}${contract['csp.report'].path}`;
const MAX_BODY = 2 * 1024 * 1024;
/** A year. */
const HSTS_SECONDS = 365 * 24 * 60 * 60;
const REQUEST_ID = /^[\w-]{8,64}$/;

export interface ServerOptions {
  readonly runtime: Runtime;
  readonly tokens: Tokens;
  readonly log: FastifyBaseLogger;
  /** Off in tests that send thousands of requests from one address. */
  readonly rateLimits?: boolean;
  readonly places: StaticPlaces;
  readonly remotes: RemoteRegistry;
}

/** Builds the HTTP server; it does not listen yet. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { runtime, tokens, places, remotes } = options;
  const server: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    trustProxy: runtime.config.trustProxy,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    forceCloseConnections: 'idle',
    // An address that cannot be decoded: no hook has run, so the policy's headers are not set.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('x-request-id', request.id);
      sendError(error, request, reply);
    },
    clientErrorHandler: refuseConnection,
    return503OnClosing: true,
  });
  server.setErrorHandler(sendError);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);

  await server.register(helmet, policy(remotes, runtime.config));
  const isSecure = runtime.config.publicUrl.startsWith('https:');
  server.addHook('onRequest', async (request, reply) => {
    reply.header('reporting-endpoints', `csp="${CSP_REPORTS}"`);
    // Of this host alone: what else the domain serves is not known here. The protocol is the proxy's
    // word where TRUST_PROXY names it.
    if (isSecure || request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}`);
    }
  });
  await server.register(cookie);
  await server.register(multipart);
  await server.register(rateLimit, {
    global: false,
    errorResponseBuilder: tooMany,
    store: rateLimitStore(runtime.app.pg),
  });
  await server.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // What is streamed leaves as it comes: brotli alone would hold back the first seconds of an export.
    brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH },
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  });

  mountHealth(server, runtime);
  const gate = new AnonymousGate();
  const limits = { rateLimits: options.rateLimits ?? true, gate };
  mountContract(server, runtime, { tokens, ...limits });
  mountFaultPages(server, runtime, limits);
  await mountDocs(server, { runtime, tokens });
  await mountStatic(server, places, { remotes, config: runtime.config });
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !/^\/api(\/|$)/.test(path)) return notHere(reply);
    const methods = path.startsWith(API_BASE) ? methodsOf(path) : [];
    if (methods.length === 0 || methods.includes(request.method)) {
      return sendError(notFound(), request, reply);
    }
    reply.header('allow', methods.join(', '));
    return sendError(new AppError(405, 'METHOD_NOT_ALLOWED'), request, reply);
  });
  return server;
}

function tooMany(_request: unknown, context: { ttl: number }): AppError {
  const seconds = Math.ceil(context.ttl / 1000);
  return new AppError(429, 'RATE_LIMIT', { details: { seconds }, retryAfterSeconds: seconds });
}

/**
 * quality "Secure": no eval and no inline scripts; styles may be inline (antd writes them). The origins
 * of remotes are asked for at each answer: one that is entered now is allowed without a restart.
 */
const policy = (remotes: RemoteRegistry, config: Config) => {
  const others = (request: IncomingMessage) => [
    ...remotes.origins,
    ...overriddenOrigins(config, request),
  ];
  const from = (...own: readonly string[]) => [
    ...own,
    (request: IncomingMessage) => others(request).join(' '),
  ];
  /** A remote under development tells its page over a socket that it was changed. */
  const sockets = (request: IncomingMessage) =>
    overriddenOrigins(config, request)
      .map((origin) => origin.replace(/^http/, 'ws'))
      .join(' ');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        // The second for the reader of codes where the browser has none (shared/src/ui/scan); no eval.
        scriptSrc: from("'self'", "'wasm-unsafe-eval'"),
        styleSrc: from("'self'", "'unsafe-inline'"),
        connectSrc: [...from("'self'"), sockets],
        imgSrc: from("'self'", 'blob:', 'data:'),
        fontSrc: from("'self'", 'data:'),
        frameSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        // The first for today's browsers, the second for those that know only it.
        reportTo: ['csp'],
        reportUri: [CSP_REPORTS],
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
    strictTransportSecurity: false as const,
    referrerPolicy: { policy: 'same-origin' as const },
  };
};
