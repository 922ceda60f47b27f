import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Runtime, unauthenticated } from '../kernel/index.ts';
import { metricsAccess } from './metricsAccess.ts';

/** Liveness, readiness (the database answers) and metrics for Prometheus. */
export function mountHealth(server: FastifyInstance, runtime: Runtime): void {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [metrics],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the writing pool',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      const { totalCount, idleCount, waitingCount } = runtime.pool;
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'stored_files',
    help: 'Files as the latest nightly check found them',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      // The other figures are told while the database is away.
      const report = await runtime.files.latest().catch(() => null);
      if (report === null) return;
      for (const state of ['files', 'missing', 'damaged', 'left'] as const) {
        this.set({ state: state === 'files' ? 'all' : state }, report[state]);
      }
    },
  });
  const { replica } = runtime;
  if (replica !== null) {
    new Gauge({
      name: 'database_replica_behind_seconds',
      help: 'How old reads from the replica are at most; absent while it is away',
      registers: [metrics],
      collect() {
        const { behind } = replica;
        if (behind === null) this.remove();
        else this.set(behind);
      },
    });
  }
  server.addHook('onResponse', async (request, reply) => {
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    );
  });
  server.addHook('onClose', async () => metrics.clear());

  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  server.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      const report = await runtime.files.latest();
      const isWhole = report === null || report.missing + report.damaged === 0;
      return { status: 'ready', ...(isWhole ? {} : { files: 'incomplete' }) };
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });
  const mayRead = metricsAccess(runtime.config);
  server.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!mayRead(request)) {
      reply.header('www-authenticate', 'Bearer');
      throw unauthenticated();
    }
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
