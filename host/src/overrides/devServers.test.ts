import { followBuilds } from './devServers.ts';

class Socket extends EventTarget {
  static readonly opened: Socket[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Socket.opened.push(this);
  }
  say(type: string, data?: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type, data }) }));
  }
}

beforeEach(() => {
  Socket.opened.length = 0;
  globalThis.WebSocket = Socket as never;
});

const follow = () => {
  const onBuild = jest.fn();
  followBuilds('http://localhost:4701', onBuild);
  const [socket] = Socket.opened;
  if (!socket) throw new Error('nobody listens');
  const build = (hash: string, outcome = 'ok') => {
    socket.say('hash', hash);
    socket.say(outcome);
  };
  return { onBuild, socket, build };
};

test('each build after the first is told, one that failed and one that changed nothing is not', () => {
  const { onBuild, socket, build } = follow();
  expect(socket.url).toBe('ws://localhost:4701/ws');
  build('a');
  build('b', 'errors');
  build('a');
  expect(onBuild).not.toHaveBeenCalled();
  build('c');
  build('d', 'warnings');
  expect(onBuild).toHaveBeenCalledTimes(2);
});

test('a server that was stopped is asked again, and what it has built since is told', () => {
  jest.useFakeTimers();
  const { onBuild, socket, build } = follow();
  build('a');
  socket.dispatchEvent(new Event('close'));
  jest.advanceTimersByTime(2000);
  const again = Socket.opened[1];
  again?.say('hash', 'b');
  again?.say('ok');
  expect(onBuild).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
