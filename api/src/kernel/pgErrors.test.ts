import { asAnswer } from './pgErrors.ts';

it('periods that overlap are a conflict of whoever writes at the same time, not a fault of the server', () => {
  const refused = Object.assign(new Error('conflicting key value'), {
    code: '23P01',
    constraint: 'warranties_overlap_ex',
  });
  expect(asAnswer(refused, {})).toMatchObject({ statusCode: 409, code: 'BUSY_RETRY' });
});
