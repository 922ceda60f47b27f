import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { newPart, stock } from '../../warehouse/requisitions/testing/world.ts';
import {
  acceptBody,
  ask,
  begun,
  closed,
  completed,
  type Doc,
  done,
  giveChecks,
  issue,
  makeWorld,
  PATH,
  partLine,
  report,
  reportBody,
  resolved,
  scheduled,
  summary,
  type World,
} from './testing/world.ts';

/** Every state × action × ability. */
let world: World;
let auditor: Person;
let partId: string;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    world = await makeWorld(test);
    auditor = await test.as('auditor');
    partId = await newPart(world);
    await stock(world, partId, { quantity: 1000 });
  },
  { atEnd: true },
);

/** Has one part in hand. */
const withPart = async (doc: Doc): Promise<Doc> =>
  issue(world, await ask(world, doc, partLine(world, { partId, quantity: 1 })));

const REASON = 'No longer needed';
/** The item of the checklist of a job that somebody works on. */
const checks = new Map<string, string>();
const make: TransitionTable<Doc>['make'] = {
  reported: () => report(world),
  triaged: async () =>
    done(world.admin, await report(world), {
      action: 'manager-response',
      decision: 'needInfo',
      note: 'Which door?',
    }),
  scheduled: async () => withPart(await scheduled(world)),
  waitingParts: async () =>
    done(world.technician, await withPart(await begun(world)), {
      action: 'pause',
      pauseReason: 'parts',
    }),
  inProgress: async () => {
    const doc = await withPart(await begun(world));
    const [check] = await giveChecks(world, doc);
    checks.set(doc.id, String(check));
    return doc;
  },
  resolved: () => resolved(world),
  completed: async () =>
    done(world.admin, await completed(world), {
      action: 'final-report',
      finalReport: 'The mechanism was dirty.',
    }),
  closed: () => closed(world),
  rejected: async () =>
    done(world.admin, await report(world), {
      action: 'manager-response',
      decision: 'reject',
      reason: REASON,
    }),
  cancelled: async () =>
    done(world.admin, await report(world), { action: 'cancel', reason: REASON }),
};

const { call, change } = callsOn<Doc>(PATH);
const answers = new Map<string, object>();
const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => reportBody({ symptom: 'Does not cool' })),
  // Sent twice, it names the same hour.
  'manager-response': (by, doc, extra) => {
    const body = answers.get(doc.id) ?? acceptBody(world, [world.technician.userId]);
    answers.set(doc.id, body);
    return call('manager-response', body)(by, doc, extra);
  },
  'override-coverage': call('override-coverage', { coverage: 'goodwill', reason: REASON }),
  start: call('start'),
  pause: call('pause', { pauseReason: 'endOfDay' }),
  resume: call('resume'),
  'stock-summary': async (by, doc, extra) =>
    call('stock-summary', { items: [partLine(world, { partId, quantity: 1 })] })(by, doc, extra),
  'return-parts': async (by, doc, extra) => {
    const { parts } = expectData(await world.admin.get(`${PATH}/${doc.id}`));
    const id = parts[0]?.id ?? doc.id;
    return call('return-parts', { items: [{ id, quantity: 1, condition: 'new' }] })(by, doc, extra);
  },
  'answer-checks': (by, doc, extra) =>
    call('answer-checks', {
      checks: [{ id: checks.get(doc.id) ?? doc.id, answer: 'ok' }],
    })(by, doc, extra),
  'technician-summary': call('technician-summary', summary('notFixed')),
  complete: call('complete'),
  'final-report': call('final-report', { finalReport: 'Nothing was found.' }),
  close: call('close'),
  reopen: call('reopen', { reason: REASON }),
  cancel: call('cancel', { reason: REASON }),
};

testTransitions<Doc>({
  path: ({ id }) => `${PATH}/${id}`,
  machine: jobMachine,
  make,
  perform,
  seen: async (id) => expectData(await world.admin.get(`${PATH}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
  // Work that nobody has begun is not gone on with, and only its technicians join what is under way.
  refusal: (action, { status }) =>
    action === 'resume' && ['scheduled', 'inProgress'].includes(status) ? 'GUARD' : null,
  closedToFiles: ['closed', 'rejected', 'cancelled'],
  // They need a customer who bears the job, and an invoice that is owed (billing.test.ts) or an estimate
  // (estimates.test.ts).
  apart: [
    'invoice',
    'manual-payment',
    'estimate',
    'send-estimate',
    'answer-estimate',
    'withdraw-estimate',
  ],
  triedIn: { resume: 'waitingParts' },
});
