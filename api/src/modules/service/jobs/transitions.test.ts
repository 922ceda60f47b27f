import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  acceptBody,
  begun,
  closed,
  completed,
  type Doc,
  done,
  makeWorld,
  PATH,
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
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    world = await makeWorld(test);
    auditor = await test.as('auditor');
  },
  { atEnd: true },
);

const REASON = 'No longer needed';
const make: TransitionTable<Doc>['make'] = {
  reported: () => report(world),
  triaged: async () =>
    done(world.admin, await report(world), {
      action: 'manager-response',
      decision: 'needInfo',
      note: 'Which door?',
    }),
  scheduled: () => scheduled(world),
  waitingParts: async () =>
    done(world.technician, await begun(world), { action: 'pause', pauseReason: 'parts' }),
  inProgress: () => begun(world),
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
  triedIn: { resume: 'waitingParts' },
});
