import type { Handlers } from '../kernel/index.ts';
import { createTestApp } from '../testing/index.ts';
import { AnonymousGate } from './anonymousGate.ts';

/** Work that ends when it is told to, with the names of those that have begun. */
function workOf(gate: AnonymousGate) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (name: string, isGone = () => false) =>
    gate.run({ address: name[0] ?? '', isGone }, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    });
  const end = async (name: string, sent: Promise<unknown>) => {
    await new Promise(setImmediate);
    ends.get(name)?.();
    await sent;
    // Whoever has the next turn begins after this.
    await new Promise(setImmediate);
  };
  return { begun, send, end };
}

const codeOf = (error: unknown) => (error as { code: string }).code;

describe('the gate of whoever is not signed in', () => {
  it('lets in a few at once, and gives each address its turn', async () => {
    const { begun, send, end } = workOf(
      new AnonymousGate({ atOnce: 1, waitingPerCaller: 5, waiting: 9 }),
    );
    const sent = new Map(['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => [name, send(name)]));
    for (const [name, next] of [
      ['a1', 'a2'],
      ['a2', 'b1'],
      ['b1', 'c1'],
      ['c1', 'a3'],
    ] as const) {
      await end(name, sent.get(name) ?? Promise.reject(new Error(name)));
      expect(begun.at(-1)).toBe(next);
    }
    await end('a3', sent.get('a3') ?? Promise.reject(new Error('a3')));
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('refuses at once what exceeds the queue, of one address and of all', async () => {
    const { send, end } = workOf(new AnonymousGate({ atOnce: 1, waitingPerCaller: 1, waiting: 2 }));
    const first = send('a1');
    const waiting = [send('a2'), send('b1')];
    expect(await send('a3').catch(codeOf)).toBe('RATE_LIMIT');
    expect(await send('c1').catch(codeOf)).toBe('UNAVAILABLE');
    await end('a1', first);
    await end('a2', waiting[0] as Promise<unknown>);
    await end('b1', waiting[1] as Promise<unknown>);
    const again = send('c2');
    await end('c2', again);
  });

  it('does no work for whoever has gone, and goes on after a failure', async () => {
    const gate = new AnonymousGate({ atOnce: 1, waitingPerCaller: 5, waiting: 9 });
    const { begun, send, end } = workOf(gate);
    const failing = gate.run({ address: 'x', isGone: () => false }, async () => {
      await new Promise(setImmediate);
      throw new Error('failed');
    });
    void send('a1', () => true);
    const stays = send('a2');
    await expect(failing).rejects.toThrow('failed');
    await new Promise(setImmediate);
    expect(begun).toEqual(['a2']);
    await end('a2', stays);
  });
});

it('people at work go on while strangers sign up', async () => {
  const test = await createTestApp({ isOneServer: true });
  try {
    const admin = await test.as('system-admin');
    const handlers = test.runtime.handlers as { -readonly [K in keyof Handlers]?: Handlers[K] };
    let begun = 0;
    const held: (() => void)[] = [];
    const isBusy = new Promise<void>((resolve) => {
      handlers['auth.signUp'] = async () => {
        begun += 1;
        if (begun === 3) resolve();
        await new Promise<void>((end) => held.push(end));
        return { data: {} };
      };
    });
    const body = { firstName: 'A', lastName: 'B', password: 'a long enough password' };
    const strangers = Array.from({ length: 20 }, (_, no) =>
      test.nobody.post('/auth/signup', { ...body, email: `stranger${no}@people.test` }),
    );
    await isBusy;
    const view = { resource: 'purchaseRequests', name: 'Mine', query: 'status=pending' };
    expect((await admin.post('/saved-views', view)).status).toBe(201);
    expect(begun).toBe(3);
    for (let ended = 0; ended < strangers.length; ended += 1) {
      while (held.length === 0) await new Promise(setImmediate);
      held.shift()?.();
    }
    const answers = await Promise.all(strangers);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  } finally {
    await test.close();
  }
});
