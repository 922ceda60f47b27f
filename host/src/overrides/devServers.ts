/** What webpack's development server says over its socket. */
interface Message {
  readonly type: string;
  readonly data?: unknown;
}

/** A server that was stopped may come back. */
const RECONNECT_MS = 2000;

/** Tells of every build that a development server has finished without errors after the first one. */
export function followBuilds(origin: string, onBuild: () => void): void {
  let told: unknown;
  let latest: unknown;
  const listen = () => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/ws`);
    socket.addEventListener('message', ({ data }) => {
      const { type, data: value } = JSON.parse(data) as Message;
      if (type === 'hash') latest = value;
      if (type !== 'ok' && type !== 'warnings') return;
      if (told !== undefined && told !== latest) onBuild();
      told = latest;
    });
    socket.addEventListener('close', () => setTimeout(listen, RECONNECT_MS));
  };
  listen();
}
