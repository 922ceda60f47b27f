import { defineMachine } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type { Ctx } from '../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../testing/index.ts';
import { actionsOf } from './actions.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';
import { endorsementsOf, loadVisible, runAction } from './runAction.ts';

/** A document kind of this test's own, on the page of purchase requests. */
const machine = defineMachine({
  id: 'slip',
  page: 'purchase-requests',
  states: {
    draft: { tone: 'neutral' },
    pending: { tone: 'processing' },
    approved: { tone: 'success' },
    rejected: { tone: 'error', terminal: true },
  },
  guards: { filled: (doc) => doc.filled === true },
  actions: {
    note: {
      from: ['draft', 'pending'],
      to: { draft: 'same', pending: ['pending', 'approved'] },
      verb: 'update',
      undo: { irreversible: 'test' },
    },
    submit: {
      from: ['draft'],
      to: ['pending'],
      verb: 'update',
      ownerMay: ['draft'],
      guards: ['filled'],
      undo: { irreversible: 'test' },
    },
    approve: {
      from: ['pending'],
      to: ['approved', 'pending'],
      verb: 'approve',
      notOwn: true,
      limit: 'total',
      undo: { irreversible: 'test' },
    },
    reject: {
      from: ['pending'],
      to: ['rejected'],
      verb: 'approve',
      notOwn: true,
      reason: 'required',
      undo: { irreversible: 'test' },
    },
  },
});

interface Slip extends DocumentRow {
  readonly kind: string;
  readonly total: string;
  readonly filled: boolean;
}

const slips: DocumentType<Slip> = {
  machine,
  subject: 'purchaseRequests',
  table: 'slips' as 'users',
  docType: 'SL',
  label: { en: 'Slip', th: 'ใบทดสอบ' },
  path: ({ id }) => `/slips/${id}`,
  load: async (ctx, id, { lock }) => {
    const { rows } = await ctx.pg.query<Record<string, never>>(
      `select * from slips where id = $1 ${lock ? 'for update' : ''}`,
      [id],
    );
    const row = rows[0];
    return (
      row && {
        id,
        version: Number(row.version),
        companyId: String(row.company_id),
        documentNo: row.document_no ?? null,
        status: String(row.status),
        createdBy: row.created_by ?? null,
        kind: String(row.kind),
        total: String(row.total),
        filled: Boolean(row.filled),
      }
    );
  },
  scope: ({ companyId, createdBy }) => ({ companyId, ownerIds: [createdBy] }),
};

let test: TestApp;
let asker: Person;
let manager: Person;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  await sql`create table slips (
    id uuid primary key default new_id(), version int not null default 1, company_id uuid not null,
    document_no text unique, status text not null default 'draft', status_reason text,
    kind text not null default 'request', total numeric(15,2) not null, filled boolean not null default true, created_by uuid,
    updated_at timestamptz, updated_by uuid)`.execute(test.app.db);
  asker = await test.as('warehouse-staff');
  manager = await test.as('purchasing-manager');
  admin = await test.as('system-admin');
});
afterAll(async () => test?.close());

async function slip(
  values: { total?: string; status?: string; filled?: boolean; by?: Person } = {},
) {
  const { total = '100.00', status = 'pending', filled = true, by = asker } = values;
  const { rows } = await test.app.pg.query<{ id: string }>(
    'insert into slips (company_id, total, status, filled, created_by) values ($1,$2,$3,$4,$5) returning id',
    [test.companyId, total, status, filled, by.userId],
  );
  return rows[0]?.id ?? '';
}

const act = async (
  who: Person,
  action: string,
  call: { id: string; version?: number; reason?: string; comment?: string; numberBy?: string },
) =>
  test.app.transaction({ actor: await who.actor() }, (ctx) =>
    runAction(ctx, slips, {
      action,
      id: call.id,
      version: call.version ?? 1,
      reason: call.reason ?? null,
      comment: call.comment ?? null,
      effect: async () => ({
        ...(action === 'approve' ? { to: 'approved' } : {}),
        ...(call.numberBy ? { numberBy: call.numberBy } : {}),
      }),
    }),
  );
const read = async <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  test.app.transaction({ actor: await admin.actor() }, work);
const rowOf = async (id: string) => read((ctx) => slips.load(ctx, id, { lock: false }));

describe('an action', () => {
  it('writes status, version, number, history, activity and notices together', async () => {
    const id = await slip({ status: 'draft' });
    const outcome = await act(asker, 'submit', { id, numberBy: '2026-11-05' });
    expect(outcome).toMatchObject({ status: 'pending', version: 2, endorsed: false });
    expect(await rowOf(id)).toMatchObject({
      status: 'pending',
      version: 2,
      documentNo: 'SL2611-0001',
    });
    const history = await test.app.db
      .selectFrom('history')
      .selectAll()
      .where('subjectId', '=', id)
      .execute();
    expect(history).toMatchObject([
      { action: 'submit', fromStatus: 'draft', toStatus: 'pending', byUserId: asker.userId },
    ]);
    const log = await test.app.db
      .selectFrom('activityLogs')
      .selectAll()
      .where('subjectId', '=', id)
      .execute();
    expect(log).toMatchObject([{ action: 'submit', companyId: test.companyId }]);
    const mine = await manager.get('/notifications');
    expect(mine.body.data[0]).toMatchObject({
      title: 'Slip SL2611-0001 waits for your decision',
      action: `/slips/${id}`,
      read: false,
    });
    expect((await asker.get('/notifications')).body.meta.totalItems).toBe(0);
    // Somebody else can decide, so the administrator is left in peace.
    expect((await admin.get('/notifications')).body.meta.totalItems).toBe(0);
  });

  it('ends the reminders of those who might have decided', async () => {
    const id = await slip({ status: 'draft' });
    await act(asker, 'submit', { id, numberBy: '2026-11-06' });
    const about = async () =>
      (await manager.get('/notifications?limit=100')).body.data.filter(
        ({ action }: { action: string }) => action === `/slips/${id}`,
      );
    expect(await about()).toHaveLength(1);
    await act(await test.as('purchasing-manager'), 'reject', {
      id,
      version: 2,
      reason: 'No need',
    });
    expect(await about()).toEqual([]);
  });

  it('leads nowhere that the machine does not name from where the document is', async () => {
    const note = async (status: string, to?: string) => {
      const id = await slip({ status });
      await test.app.transaction({ actor: await admin.actor() }, (ctx) =>
        runAction(ctx, slips, {
          action: 'note',
          id,
          version: 1,
          effect: async () => (to === undefined ? {} : { to }),
        }),
      );
      return (await rowOf(id))?.status;
    };
    expect([await note('draft'), await note('pending', 'approved')]).toEqual(['draft', 'approved']);
    await expect(note('draft', 'pending')).rejects.toThrow(
      'leads from draft to draft, not to pending',
    );
    // From here there are two: the effect has to say which.
    await expect(note('pending')).rejects.toThrow('not to undefined');
  });

  it('does nothing at all when a later step fails', async () => {
    const id = await slip({ status: 'draft' });
    const failing = test.app.transaction({ actor: await asker.actor() }, async (ctx) => {
      await runAction(ctx, slips, {
        action: 'submit',
        id,
        version: 1,
        effect: async () => ({ numberBy: '2026-12-01' }),
      });
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await rowOf(id)).toMatchObject({ status: 'draft', version: 1, documentNo: null });
    expect(
      await test.app.db.selectFrom('history').selectAll().where('subjectId', '=', id).execute(),
    ).toEqual([]);
    // The number went back: the next document gets it.
    const next = await slip({ status: 'draft' });
    await act(asker, 'submit', { id: next, numberBy: '2026-12-01' });
    expect(await rowOf(next)).toMatchObject({ documentNo: 'SL2612-0001' });
  });

  it('is refused with the reason: version, state, guard, own work, scope, ability', async () => {
    const id = await slip();
    await expect(act(manager, 'approve', { id, version: 9 })).rejects.toMatchObject({
      statusCode: 409,
      code: 'VERSION_CONFLICT',
    });
    const auditor = await test.as('auditor');
    await expect(act(auditor, 'approve', { id })).rejects.toMatchObject({ statusCode: 403 });
    await expect(act(admin, 'submit', { id })).rejects.toMatchObject({
      code: 'INVALID_STATE',
      details: { current: 'pending', allowedActions: ['note', 'approve', 'reject'] },
    });
    const empty = await slip({ status: 'draft', filled: false });
    await expect(act(asker, 'submit', { id: empty })).rejects.toMatchObject({
      code: 'GUARD',
      details: { guard: 'filled' },
    });
    const own = await slip({ by: admin });
    await expect(act(admin, 'approve', { id: own })).rejects.toMatchObject({
      code: 'SELF_APPROVAL',
    });
    const stranger = await test.as('purchasing-manager', { companyId: null });
    await expect(act(stranger, 'approve', { id })).rejects.toMatchObject({ statusCode: 404 });
  });

  it('tells the creator of a rejection, with its reason', async () => {
    const id = await slip();
    await act(manager, 'reject', { id, reason: 'Too many of them' });
    const [notice] = (await asker.get('/notifications')).body.data;
    expect(notice).toMatchObject({ type: 'error', description: 'Too many of them' });
    expect(notice.title).toMatch(/was rejected$/);
    const thai = await asker.get('/notifications', { headers: { 'accept-language': 'th' } });
    expect(thai.body.data[0].title).toMatch(/ไม่ได้รับอนุมัติ$/);
  });
});

describe('an approval above the limit', () => {
  it('is an endorsement: status stays, it is recorded once, the next approver hears of it', async () => {
    const id = await slip({ total: '2000000.00' });
    const outcome = await act(manager, 'approve', { id, comment: 'Needed for the season' });
    expect(outcome).toMatchObject({ endorsed: true, status: 'pending', version: 2 });
    const seen = await read((ctx) => endorsementsOf(ctx, id));
    expect(seen).toMatchObject([
      { by: { id: manager.userId }, limit: '1000000.00', comment: 'Needed for the season' },
    ]);
    await expect(act(manager, 'approve', { id, version: 2 })).rejects.toMatchObject({
      statusCode: 409,
      code: 'ALREADY_ENDORSED',
    });
    expect((await admin.get('/notifications')).body.data[0].action).toBe(`/slips/${id}`);
    expect(await act(admin, 'approve', { id, version: 2 })).toMatchObject({
      endorsed: false,
      status: 'approved',
    });
  });
});

describe('k approvals at once', () => {
  it('succeed exactly once', async () => {
    const id = await slip();
    const others = await Promise.all(
      Array.from({ length: 5 }, () => test.as('purchasing-manager')),
    );
    const results = await Promise.allSettled(others.map((who) => act(who, 'approve', { id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ statusCode: 409 });
    }
  });

  it('take numbers without gap or double', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => slip({ status: 'draft' })));
    await Promise.all(ids.map((id) => act(asker, 'submit', { id, numberBy: '2027-01-10' })));
    const { rows } = await test.app.pg.query<{ document_no: string }>(
      "select document_no from slips where document_no like 'SL2701%' order by 1",
    );
    expect(rows.map(({ document_no }) => document_no)).toEqual(
      Array.from({ length: 20 }, (_, n) => `SL2701-${String(n + 1).padStart(4, '0')}`),
    );
  });
});

describe('a machine on two pages', () => {
  const onPages: DocumentType<Slip> = {
    ...slips,
    machine: {
      ...machine,
      pages: { by: 'kind', of: { request: 'purchase-requests', waste: 'destruction' } },
    },
  };
  const approver = async (...pages: readonly string[]) => ({
    ...(await manager.actor()),
    grants: new Set(pages.flatMap((page) => [`${page}:view`, `${page}:approve`])),
  });
  const made = async (kind: string, by = asker) => {
    const id = await slip({ by });
    await sql`update slips set kind = ${kind} where id = ${id}`.execute(test.app.db);
    return id;
  };
  const approve = async (id: string, pages: readonly string[]) =>
    test.app.transaction({ actor: await approver(...pages) }, (ctx) =>
      runAction(ctx, onPages, {
        action: 'reject',
        id,
        version: 1,
        reason: 'No need',
      }),
    );

  it('is decided by the verbs of the page on which the document stands', async () => {
    const waste = await made('waste');
    await expect(approve(waste, ['purchase-requests'])).rejects.toMatchObject({ statusCode: 404 });
    expect(await approve(waste, ['destruction'])).toMatchObject({ status: 'rejected' });
    const request = await made('request');
    await expect(approve(request, ['destruction'])).rejects.toMatchObject({ statusCode: 404 });
  });

  it('shows its maker the document, and nobody else who has not that page', async () => {
    const waste = await made('waste', manager);
    const seenBy = async (who: Person) =>
      test.app.transaction(
        { actor: { ...(await who.actor()), grants: new Set(['purchase-requests:approve']) } },
        (ctx) => loadVisible(ctx, onPages, { id: waste }).then(({ kind }) => kind),
      );
    expect(await seenBy(manager)).toBe('waste');
    await expect(seenBy(asker)).rejects.toMatchObject({ statusCode: 404 });
    // Seen, and refused by the verb of its own page.
    const who = await manager.actor();
    const refused = test.app.transaction(
      { actor: { ...who, grants: new Set(['destruction:view', 'purchase-requests:approve']) } },
      (ctx) => runAction(ctx, onPages, { action: 'reject', id: waste, version: 1 }),
    );
    await expect(refused).rejects.toMatchObject({ statusCode: 403 });
  });

  it('tells those who decide on that page', async () => {
    const told = async (kind: string) => {
      const id = await slip({ status: 'draft' });
      await sql`update slips set kind = ${kind} where id = ${id}`.execute(test.app.db);
      await test.app.transaction({ actor: await admin.actor() }, (ctx) =>
        runAction(ctx, onPages, { action: 'submit', id, version: 1 }),
      );
      const rows = await test.app.db
        .selectFrom('notifications')
        .where('entityId', '=', id)
        .select('userId')
        .execute();
      return rows.some(({ userId }) => userId === manager.userId);
    };
    expect([await told('request'), await told('waste')]).toEqual([true, false]);
  });
});

describe('a declared action', () => {
  const declared = actionsOf('purchaseRequests', slips);
  const steps: string[] = [];
  const approve = declared('approve', {
    before: async (_ctx, { body }) => {
      steps.push('before');
      if (body.comment === 'refused') throw new Error('refused');
      return { found: 'room' };
    },
    action: ({ comment }) => (comment === 'no' ? 'reject' : 'approve'),
    reason: ({ comment }) => comment,
    effect: async (_ctx, { status }, { comment, found }) => {
      steps.push(`${status}, ${comment}, ${found}`);
      return { to: comment === 'no' ? 'rejected' : 'approved' };
    },
    after: async (ctx, { id, status }) => {
      const now = await slips.load(ctx, id, { lock: false });
      steps.push(`${status} became ${now?.status}`);
    },
  });
  const approving = async (id: string, comment: string) =>
    test.app.transaction({ actor: await manager.actor() }, (ctx) =>
      approve(ctx, { params: { id }, body: { version: 1, comment } }),
    );
  beforeEach(() => {
    steps.length = 0;
  });

  it('is told with its body what was found before, and goes on once it is written down', async () => {
    await approving(await slip(), 'yes');
    expect(steps).toEqual(['before', 'pending, yes, room', 'pending became approved']);
  });

  it('may be one of several of the machine, with a cause of its own', async () => {
    const id = await slip();
    expect(await approving(id, 'no')).toMatchObject({ status: 'rejected' });
    const row = await test.app.pg.query('select status_reason from slips where id = $1', [id]);
    expect(row.rows).toEqual([{ status_reason: 'no' }]);
  });

  it('is refused before anybody looks for the document', async () => {
    const nowhere = '00000000-0000-7000-8000-000000000000';
    await expect(approving(nowhere, 'refused')).rejects.toThrow('refused');
    await expect(approving(nowhere, 'yes')).rejects.toMatchObject({ statusCode: 404 });
    expect(steps).toEqual(['before', 'before']);
  });

  it('does nothing more than that for an endorsement', async () => {
    const id = await slip({ total: '2000000.00' });
    expect(await approving(id, 'yes')).toMatchObject({ endorsed: true, status: 'pending' });
    expect(steps).toEqual(['before']);
  });

  it('is one that the machine has', () => {
    expect(() => declared('cancel')).toThrow('slip has no action "cancel"');
  });

  it('takes the cause from its body; one that says nothing is none', async () => {
    const causes: (string | null)[] = [];
    for (const reason of ['They asked', '']) {
      const id = await slip({ status: 'draft' });
      await test.app.transaction({ actor: await asker.actor() }, (ctx) =>
        declared('submit')(ctx, { params: { id }, body: { version: 1, reason } as never }),
      );
      const row = await test.app.db
        .selectFrom('history')
        .where('subjectId', '=', id)
        .select('reason')
        .executeTakeFirstOrThrow();
      causes.push(row.reason);
    }
    expect(causes).toEqual(['They asked', null]);
  });
});
