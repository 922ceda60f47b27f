import { call } from '@boxyard/shared/client/call.ts';
import { writeText } from '@boxyard/shared/runtime/storage.ts';
import { reportError, reportLoad, sendTelemetry } from './telemetry.ts';

jest.mock('@boxyard/shared/client/call.ts');
const sent = jest.mocked(call);
const bodies = () =>
  sent.mock.calls.map(([, input]) => (input as unknown as { body: Record<string, unknown> }).body);

const load = { remote: 'remote-a', release: '1' };

beforeEach(() => {
  sent.mockReset();
  writeText('token', 'abc');
});

test('reports go together, quietly, and each once', async () => {
  reportLoad({ ...load, outcome: 'ok', pageMs: 12 });
  reportLoad({ ...load, outcome: 'timeout' });
  reportLoad({ ...load, outcome: 'timeout' });
  reportError('remote-a', '1', new TypeError('for somchai@demo.test'));
  reportError('remote-a', '1', new TypeError('for somchai@demo.test'));
  await sendTelemetry();
  expect(sent).toHaveBeenCalledWith(
    'telemetry.report',
    expect.objectContaining({ silent: true, redirect: false, loading: false }),
  );
  expect(bodies()).toEqual([
    {
      tab: expect.any(String),
      running: [{ remote: 'remote-a', release: '1' }],
      loads: [
        { ...load, outcome: 'ok', pageMs: 12 },
        { ...load, outcome: 'timeout' },
      ],
      errors: [{ ...load, kind: 'TypeError', message: 'for …' }],
    },
  ]);
});

test('what could not be sent goes with the next', async () => {
  sent.mockRejectedValueOnce(new Error('offline'));
  reportLoad({ ...load, outcome: 'contract' });
  await sendTelemetry();
  await sendTelemetry();
  expect(bodies().map(({ loads }) => loads)).toEqual([
    [{ ...load, outcome: 'contract' }],
    [{ ...load, outcome: 'contract' }],
  ]);
});

test('nobody is signed in: nothing is sent', async () => {
  localStorage.clear();
  reportLoad({ ...load, outcome: 'missing' });
  await sendTelemetry();
  expect(sent).not.toHaveBeenCalled();
});
