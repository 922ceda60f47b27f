import { section } from '../../../build/machineDocs.ts';
import { grantSet } from '../access/abilities.ts';
import { PAGE_VERBS } from '../access/pages.ts';
import { innerMachines } from '../innerMachines.ts';
import { machines } from '../machines.ts';
import { purchaseRequestMachine } from '../purchasing/machines.ts';
import {
  allowedActions,
  decides,
  defineMachine,
  pageOf,
  pagesOf,
  refusalOf,
  targetsOf,
  type Viewer,
} from './machine.ts';

const viewer = (abilities: string[], options: Partial<Viewer> = {}): Viewer => ({
  userId: 'me',
  grants: grantSet(
    abilities.map((name) => {
      const [subject = '', action = ''] = name.split(':');
      return { subject, action };
    }),
  ),
  approvalLimit: null,
  discountLimitPercent: null,
  ...options,
});

const request = (status: string, more: Record<string, unknown> = {}) => ({
  status,
  createdBy: 'somebody',
  hasOpenLines: true,
  estimatedTotal: '5000.00',
  ...more,
});

/** Where documents begin that do not begin in the first state of their machine only. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  // Whoever signs up waits; whoever is invited does not.
  user: ['pendingApproval', 'invited'],
  // A line begins as what was found for it says.
  bankLine: ['suggested', 'unmatched', 'outgoing'],
};

describe.each([...machines, ...innerMachines].map((machine) => [machine.id, machine] as const))(
  'machine %s',
  (_id, machine) => {
    it('names only verbs of its page', () => {
      for (const action of Object.values(machine.actions)) {
        for (const page of pagesOf(machine))
          if (action.verb) expect(PAGE_VERBS[page]).toContain(action.verb);
      }
    });

    it('leads only to states that it has, and lets terminal states out only by what is declared', () => {
      const states = Object.keys(machine.states);
      for (const action of Object.values(machine.actions)) {
        for (const state of [...action.from, ...action.to]) expect(states).toContain(state);
      }
    });

    it('names where each action leads from each state that it starts from, and from no other', () => {
      for (const action of Object.values(machine.actions)) {
        expect(Object.keys(action.targets).sort()).toEqual([...action.from].sort());
        // An account that is deleted is in no state any more.
        if (action.to.length === 0) continue;
        for (const state of action.from) expect(targetsOf(action, state)).not.toEqual([]);
      }
    });

    it('comes to every state that it has, and says so as it is drawn', () => {
      const drawn = Object.entries(machine.actions).flatMap(([name, action]) =>
        action.from.flatMap((from) => targetsOf(action, from).map((to) => ({ name, from, to }))),
      );
      const begun = BEGINNINGS[machine.id] ?? Object.keys(machine.states).slice(0, 1);
      const reached = new Set(begun);
      for (const _ of drawn) {
        for (const { from, to } of drawn) if (reached.has(from)) reached.add(to);
      }
      expect([...reached].sort()).toEqual(Object.keys(machine.states).sort());
      const arrows = section(machine).match(/^ {2}\w+ --> \w+: .*$/gm);
      expect(arrows).toEqual(drawn.map(({ name, from, to }) => `  ${from} --> ${to}: ${name}`));
    });

    it('says of each action what takes it back, or why nothing does', () => {
      for (const action of Object.values(machine.actions)) {
        if ('action' in action.undo)
          expect(Object.keys(machine.actions)).toContain(action.undo.action);
        else expect(action.undo.irreversible.length).toBeGreaterThan(10);
      }
    });

    // Issue: an approver rewrote somebody else's document and then approved it.
    it('bars from a decision whoever submitted the document or changed it', () => {
      for (const [name, action] of Object.entries(machine.actions)) {
        const [status = ''] = action.from;
        if (action.verb === undefined || !action.notOwn) continue;
        const doc = { status, createdBy: 'maker', authorIds: ['editor'] };
        const open = Object.fromEntries((action.guards ?? []).map((guard) => [guard, () => true]));
        const asked = { ...machine, guards: open };
        const ask = (userId: string) =>
          refusalOf(asked, name, {
            doc,
            viewer: viewer([`${machine.page}:${action.verb}`], { userId }),
          })?.code ?? null;
        expect([ask('maker'), ask('editor'), ask('third')]).toEqual([
          'SELF_APPROVAL',
          'SELF_APPROVAL',
          null,
        ]);
      }
    });

    it('makes an author of whoever changes what a decision is about', () => {
      const decided = Object.values(machine.actions).some(({ notOwn }) => notOwn);
      for (const [name, action] of Object.entries(machine.actions)) {
        if (!decided || action.verb === undefined) continue;
        // A change of a party takes people out of those who may not decide, too.
        if (/^(update|submit|revise|renew|quote|reserve|change-.*)$/.test(name))
          expect([name, action.authors]).toEqual([name, true]);
      }
    });

    it('leaves somebody else’s document to its owner, or to a verb that says so', () => {
      for (const [name, action] of Object.entries(machine.actions)) {
        if (!action.own) continue;
        const [status = ''] = action.from;
        const open = Object.fromEntries((action.guards ?? []).map((guard) => [guard, () => true]));
        const { by, of } = machine.pages ?? {};
        const onFirstPage = by === undefined ? {} : { [by]: Object.keys(of ?? {})[0] };
        const ask = (who: Viewer, more = {}) =>
          refusalOf({ ...machine, guards: open }, name, {
            doc: { status, createdBy: 'maker', ...onFirstPage, ...more },
            viewer: who,
          })?.code ?? null;
        const verb = `${machine.page}:${action.verb}`;
        expect(ask(viewer([verb]))).toBe('NOT_OWNER');
        expect(ask(viewer([verb]), { assigneeId: 'me' })).toBeNull();
        expect(ask(viewer([verb, `${machine.page}:update-others`]))).toBeNull();
      }
    });

    it('refuses guards that it does not define', () => {
      for (const action of Object.values(machine.actions)) {
        for (const guard of action.guards ?? []) expect(machine.guards).toHaveProperty(guard);
      }
    });
  },
);

describe('where an action leads', () => {
  const { actions } = defineMachine({
    id: 'slip',
    page: 'purchase-requests',
    states: { open: { tone: 'neutral' }, half: { tone: 'warning' }, done: { tone: 'success' } },
    actions: {
      note: { from: ['open', 'half'], to: 'same', undo: { action: 'note' } },
      fill: {
        from: ['open', 'half'],
        to: { open: ['half', 'done'], half: 'same' },
        undo: { action: 'note' },
      },
      end: { from: ['open', 'half'], to: ['done'], undo: { irreversible: 'test' } },
    },
  });

  it.each([
    ['note', 'open', ['open']],
    ['note', 'half', ['half']],
    ['fill', 'open', ['half', 'done']],
    ['fill', 'half', ['half']],
    ['end', 'half', ['done']],
    ['end', 'done', []],
  ] as const)('%s from %s: %j', (action, from, targets) => {
    expect(targetsOf(actions[action], from)).toEqual(targets);
  });

  it('is said in all, too', () => {
    expect([actions.note.to, actions.fill.to, actions.end.to]).toEqual([
      ['open', 'half'],
      ['half', 'done'],
      ['done'],
    ]);
  });
});

describe('a machine of documents on two pages', () => {
  const jobs = defineMachine({
    id: 'job',
    page: 'repair',
    pages: { by: 'kind', of: { own: 'repair', sent: 'claim', lent: 'claim' } },
    states: { pending: { tone: 'processing' }, done: { tone: 'success' } },
    actions: {
      update: {
        from: ['pending'],
        to: 'same',
        verb: 'update',
        own: true,
        undo: { action: 'update' },
      },
      approve: {
        from: ['pending'],
        to: ['done'],
        verb: 'approve',
        notOwn: true,
        undo: { irreversible: 'test' },
      },
    },
  });
  const job = (kind: string, createdBy = 'somebody') => ({ status: 'pending', kind, createdBy });
  const ask = (who: Viewer, kind: string) => allowedActions(jobs, job(kind), who);

  it('stands on the page that its field says', () => {
    expect(['own', 'sent', 'lent'].map((kind) => pageOf(jobs, job(kind)))).toEqual([
      'repair',
      'claim',
      'claim',
    ]);
    expect(pagesOf(jobs)).toEqual(['repair', 'claim']);
    expect(() => pageOf(jobs, job('other'))).toThrow('no page for kind "other"');
  });

  it('is changed and decided by the verbs of that page only', () => {
    const who = viewer(['repair:approve', 'repair:update', 'repair:update-others']);
    expect([ask(who, 'own'), ask(who, 'sent'), ask(who, 'lent')]).toEqual([
      ['update', 'approve'],
      [],
      [],
    ]);
    const other = viewer(['claim:update', 'claim:approve', 'repair:update-others']);
    expect([ask(other, 'own'), ask(other, 'sent')]).toEqual([[], ['approve']]);
  });

  it('lets those decide on their own work whom a role allows it on that page', () => {
    const who = viewer(['claim:approve', 'repair:approve', 'claim:approve-own']);
    const mine = (kind: string) =>
      refusalOf(jobs, 'approve', { doc: job(kind, 'me'), viewer: who })?.code ?? null;
    expect([mine('sent'), mine('own')]).toEqual([null, 'SELF_APPROVAL']);
  });
});

describe('who may do what now', () => {
  const approver = viewer(['purchase-requests:approve'], { approvalLimit: '10000.00' });

  it('offers approval to an approver of somebody else’s pending request', () => {
    expect(allowedActions(purchaseRequestMachine, request('pending'), approver)).toEqual([
      'approve',
      'reject',
    ]);
  });

  it('says why not', () => {
    const ask = (doc: ReturnType<typeof request>, who: Viewer) =>
      refusalOf(purchaseRequestMachine, 'approve', { doc, viewer: who })?.code;
    expect(ask(request('approved'), approver)).toBe('INVALID_STATE');
    expect(ask(request('pending'), viewer([]))).toBe('FORBIDDEN');
    expect(ask(request('pending', { createdBy: 'me' }), approver)).toBe('SELF_APPROVAL');
    expect(ask(request('pending', { createdBy: 'me' }), viewer(['all:manage']))).toBe(
      'SELF_APPROVAL',
    );
  });

  it('lets a role that names approve-own decide on its own work', () => {
    const own = viewer(['purchase-requests:approve', 'purchase-requests:approve-own']);
    expect(
      refusalOf(purchaseRequestMachine, 'approve', {
        doc: request('pending', { createdBy: 'me' }),
        viewer: own,
      }),
    ).toBeNull();
  });

  it('lets an owner cancel while it is pending, and not later', () => {
    const owner = viewer([]);
    const cancel = (status: string) =>
      refusalOf(purchaseRequestMachine, 'cancel', {
        doc: request(status, { createdBy: 'me' }),
        viewer: owner,
      })?.code;
    expect(cancel('pending')).toBeUndefined();
    expect(cancel('approved')).toBe('FORBIDDEN');
  });

  it('names the guard that stands in the way', () => {
    const doc = request('booking', { hasOpenLines: false });
    expect(
      refusalOf(purchaseRequestMachine, 'cancel', {
        doc,
        viewer: viewer(['purchase-requests:cancel']),
      }),
    ).toEqual({ code: 'GUARD', guard: 'hasOpenLines' });
  });

  it.each([
    ['5000.00', [], true],
    ['4999.99', [], false],
    [null, [], false],
    [null, ['all:manage'], true],
  ])('an approver with limit %s and %j decides: %s', (approvalLimit, more, expected) => {
    const who = viewer(['purchase-requests:approve', ...more], { approvalLimit });
    expect(
      decides(purchaseRequestMachine, 'approve', { doc: request('pending'), viewer: who }),
    ).toBe(expected);
  });
});
