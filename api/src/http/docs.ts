import { API_BASE } from '@boxyard/shared/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** The OpenAPI document and a page to read it. */
export async function mountDocs(
  server: FastifyInstance,
  names: ReadonlySet<string>,
): Promise<void> {
  const document = openApiDocument(names);
  const text = JSON.stringify(document);
  server.get(`${API_BASE}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
  await server.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: document as never },
    });
    await scope.register(swaggerUi, {
      routePrefix: `${API_BASE}/docs`,
      uiConfig: { docExpansion: 'none', tagsSorter: 'alpha' },
    });
  });
}
