// Serves one built app as any static server with precompressed files does, with a small API behind:
// the same rows for every app, each in the shape that its data layer asks for.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const TEXT = /\.(html|js|css|json|svg)$/;
const DAY = '2026-11-20T03:00:00.000Z';

/** What every list shows. */
const SUPPLIERS = Array.from({ length: 60 }, (_, index) => {
  const code = `SUP-${String(index + 1).padStart(4, '0')}`;
  return {
    id: `01a201ff-1e8a-72f0-a037-${String(index).padStart(12, '0')}`,
    version: 1,
    createdAt: DAY,
    updatedAt: DAY,
    code,
    name: `Siam Motor Parts ${index + 1} Co., Ltd.`,
    nameTh: `บริษัท สยามมอเตอร์พาร์ท ${index + 1} จำกัด`,
    taxId: '0105552001116',
    phone: '021234501',
    email: `${code.toLowerCase()}@supplier.example`,
    branchCode: '00000',
    isVatRegistered: true,
    creditDays: 30,
    creditLimit: '800000.00',
    creditUsed: '28662.33',
    province: 'Bangkok',
    primaryContact: { name: 'คุณวิภา', phone: '021234501', email: null },
    openOrders: 0,
    isActive: true,
    isBlocked: false,
    blockedReason: null,
  };
});

const LABELS = { en: 'Suppliers', th: 'ผู้จำหน่าย' };
const menu = (name, urlPath, subMenus = []) => ({
  name,
  label: LABELS.en,
  labels: LABELS,
  urlPath,
  icon: null,
  isVisible: true,
  subMenus,
});
/** As small as the others' answers: one menu, one page. */
const PROFILE = {
  id: SUPPLIERS[0].id,
  email: 'auditor@demo.test',
  firstName: 'Malee',
  lastName: 'Tangjai',
  phone: null,
  locale: 'en',
  theme: 'light',
  mustChangePassword: false,
  role: {
    name: 'auditor',
    labelEn: 'Auditor',
    labelTh: 'ผู้ตรวจสอบ',
    roleGroup: { name: 'control' },
    dataScope: 'company',
    approvalLimit: null,
    menus: [
      menu('warehouse-management', '/warehouse-management', [
        menu('suppliers', '/warehouse-management/suppliers/list'),
      ]),
    ],
    permissions: ['suppliers:view', 'suppliers:export'].map((name) => ({ name })),
  },
  team: null,
  companies: [],
};

const page = (limit) => SUPPLIERS.slice(0, limit);
const json = (body, headers = {}) => ({ body: JSON.stringify(body), headers });

/** Answers by method and path. */
const CALLS = {
  // Boxyard
  'POST /api/v1/auth/signin': () => json({ accessToken: 'a.b.c', expiresIn: 43_200 }),
  'GET /api/v1/auth/profile': () => json({ data: PROFILE }),
  'GET /api/v1/suppliers': ({ searchParams }) => {
    const limit = Number(searchParams.get('limit') ?? 20);
    const totalItems = SUPPLIERS.length;
    const totalPages = Math.ceil(totalItems / limit);
    const meta = { page: 1, limit, totalItems, totalPages, sort: 'code' };
    return json({ data: page(limit), meta });
  },
  'GET /api/v1/notifications': () =>
    json({
      data: [],
      meta: {
        page: 1,
        limit: 10,
        totalItems: 0,
        totalPages: 0,
        sort: '-date',
        summary: { unread: 0 },
      },
    }),
  'GET /api/v1/notifications/stream': () => ({ stream: true }),
  // react-admin and refine
  'POST /data/signin': () => json({ token: 'a.b.c' }),
  'GET /data/suppliers': () =>
    json(page(20), {
      'content-range': `suppliers 0-19/${SUPPLIERS.length}`,
      'x-total-count': String(SUPPLIERS.length),
    }),
};

/**
 * `folders`: folders by the beginning of their addresses; the last is the app's, whose index.html
 * answers what is no file; `answers`: further answers of its server, by their paths. Counts requests and
 * bytes of everything but the API.
 */
export async function serve(folders, answers = {}) {
  /** Everything sent: when it was asked for, and how much it was. */
  let sent = [];
  const packed = new Map();

  const find = (pathname) => {
    for (const [prefix, folder] of folders) {
      const file = join(folder, normalize(pathname.slice(prefix.length)));
      if (pathname.startsWith(prefix) && existsSync(file) && statSync(file).isFile()) return file;
    }
    return join(folders.at(-1)[1], 'index.html');
  };
  const read = (file) => {
    if (!packed.has(file)) {
      const raw = readFileSync(file);
      packed.set(file, TEXT.test(file) ? brotliCompressSync(raw) : raw);
    }
    return packed.get(file);
  };

  const server = createServer(async (request, response) => {
    const askedAt = Date.now();
    const url = new URL(request.url, 'http://x');
    const call = CALLS[`${request.method} ${url.pathname}`];
    if (call || /^\/(api|data)\//.test(url.pathname)) {
      const { body = '{}', headers = {}, stream = false } = call?.(url) ?? {};
      const type = stream ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers });
      if (stream) response.write(':\n\n');
      else response.end(body);
      return;
    }
    const file = find(url.pathname);
    const answer = answers[url.pathname];
    const content = answer ? brotliCompressSync(JSON.stringify(await answer(url))) : read(file);
    sent.push({ at: askedAt, bytes: content.length });
    response.writeHead(200, {
      'content-type':
        TYPES[extname(url.pathname)] ?? TYPES[extname(file)] ?? 'application/octet-stream',
      ...(answer || TEXT.test(file) ? { 'content-encoding': 'br' } : {}),
      'cache-control': /[.-][\w-]{8,}\.\w+$/.test(file)
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      'content-length': content.length,
    });
    response.end(content);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://localhost:${server.address().port}`,
    reset: () => {
      sent = [];
    },
    /** What was asked for until a moment. */
    sent: (until) => {
      const before = sent.filter(({ at }) => at <= until);
      return { requests: before.length, bytes: before.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}
