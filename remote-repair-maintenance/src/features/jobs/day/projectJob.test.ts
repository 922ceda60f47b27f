import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { factsSeen, jobChanges } from './jobChanges.ts';
import { projectJob, stepsOpen } from './projectJob.ts';
import { smallerSides } from './shrinkPhoto.ts';
import type { Step, StepAction } from './steps.ts';

const JOB = {
  id: 'j',
  version: 3,
  status: 'scheduled',
  startedAt: null,
  attachments: [],
  workDone: null,
  technicians: [],
  appointmentStart: null,
  priority: 'normal',
  symptom: 'No change',
  remark: null,
  checklist: [{ id: 'c', name: 'Door closes', answer: null, note: null, repair: null }],
} as unknown as JobDetail;

const step = (action: StepAction, body: Step['body'] = {}, more: Partial<Step> = {}): Step => ({
  seq: 1,
  id: 's',
  owner: 'o',
  jobId: 'j',
  documentNo: 'JB',
  action,
  body,
  at: Date.parse('2026-11-20T03:00:00Z'),
  seen: factsSeen(JOB),
  version: 3,
  state: 'waiting',
  problem: null,
  ...more,
});

test('a day’s steps lead a job from its beginning to the report, each open when it is its turn', () => {
  const day = [
    step('start'),
    step('photo', { taken: 'before' }),
    step('answerChecks', { checks: [{ id: 'c', answer: 'ok', note: null }] }),
    step('pause', { pauseReason: 'parts' }),
    step('resume'),
    step('technicianSummary', { result: 'fixed', workDone: 'Cleaned' }),
  ];
  const after = day.map((_, index) => projectJob(JOB, day.slice(0, index + 1)));
  expect(after.map(({ status }) => status)).toEqual([
    'inProgress',
    'inProgress',
    'inProgress',
    'waitingParts',
    'inProgress',
    'resolved',
  ]);
  const open = [projectJob(JOB, []), ...after].map(stepsOpen);
  expect(open[0]).toEqual(['start']);
  expect(open[1]).toEqual(['pause', 'answerChecks', 'photo', 'technicianSummary']);
  expect(open[4]).toEqual(['resume', 'photo']);
  expect(after.at(-1)).toMatchObject({
    photoCount: 1,
    isReported: true,
    checklist: [{ answer: 'ok' }],
  });
  expect(open.at(-1)).toEqual([]);
});

test('what was refused or set aside, and what belongs to other jobs, changes nothing', () => {
  const steps = [
    step('start', {}, { state: 'refused' }),
    step('start', {}, { state: 'aside' }),
    step('start', {}, { jobId: 'other' }),
  ];
  expect(projectJob(JOB, steps).status).toBe('scheduled');
});

test('a photograph keeps its shape within 1600 pixels, and a small one stays as it is', () => {
  expect(smallerSides(4000, 3000)).toEqual({ width: 1600, height: 1200 });
  expect(smallerSides(3000, 4000)).toEqual({ width: 1200, height: 1600 });
  expect(smallerSides(640, 480)).toEqual({ width: 640, height: 480 });
});

test('says what somebody else has changed since a step was made, and nothing of the person’s own', () => {
  const seen = factsSeen(projectJob(JOB, [step('start')]));
  const now = {
    ...JOB,
    status: 'inProgress',
    symptom: 'No light',
    technicians: [{ id: 'p', name: 'Chai' }],
  };
  expect(jobChanges(seen, now as JobDetail)).toEqual([
    { field: 'symptom', from: 'No change', to: 'No light' },
    { field: 'technicians', from: '', to: 'Chai' },
  ]);
});
