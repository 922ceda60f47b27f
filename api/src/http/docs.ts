import { API_BASE } from '@boxyard/shared/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { type Runtime, type Tokens, unauthenticated } from '../kernel/index.ts';
import { DOCS_PAGES, hasDocsCookie } from './docsCookie.ts';
import { authenticate } from './mount.ts';
import { openApiDocument } from './openapi.ts';

/** The OpenAPI document and a page to read it, for people who are signed in. */
export async function mountDocs(
  server: FastifyInstance,
  { runtime, tokens }: { readonly runtime: Runtime; readonly tokens: Tokens },
): Promise<void> {
  const document = openApiDocument(new Set(Object.keys(runtime.handlers)));
  const text = JSON.stringify(document);
  await server.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'private, no-cache');
      const actor = await authenticate(runtime, request, tokens);
      if (actor.kind !== 'anonymous') return;
      const isPage = request.routeOptions.url?.startsWith(DOCS_PAGES) === true;
      if (!isPage || !(await hasDocsCookie(runtime, request))) throw unauthenticated();
    });
    scope.get(`${API_BASE}/openapi.json`, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(text),
    );
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: document as never },
    });
    await scope.register(swaggerUi, {
      routePrefix: DOCS_PAGES,
      uiConfig: { docExpansion: 'none', tagsSorter: 'alpha' },
    });
  });
}
