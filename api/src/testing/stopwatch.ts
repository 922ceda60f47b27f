import { readFileSync } from 'node:fs';

/** How long this thread ran, and how long it was ready to run and had no processor, where the system says so. */
function processor(): { readonly ran: number; readonly waited: number } {
  try {
    const [ran, waited] = readFileSync('/proc/thread-self/schedstat', 'utf8')
      .split(' ')
      .map(Number);
    return { ran: ran ?? 0, waited: waited ?? 0 };
  } catch {
    return { ran: 0, waited: 0 };
  }
}

/**
 * Seconds since the start, as a machine needs them that does nothing else: of the time that passed counts
 * the share in which this thread had a processor when it wanted one. The database beside it fares alike.
 */
export function startWatch(): () => number {
  const [from, before] = [performance.now(), processor()];
  return () => {
    const { ran, waited } = processor();
    const [own, lost] = [ran - before.ran, waited - before.waited];
    const share = own > 0 ? own / (own + lost) : 1;
    return ((performance.now() - from) / 1000) * share;
  };
}
