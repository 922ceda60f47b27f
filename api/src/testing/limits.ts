/** A limit ends what hangs; it is no measure of speed. Two cores may be shared by many. */
export const LIMIT_MS = 900_000;

type Work = (...args: never[]) => unknown;

/**
 * The same function, which fails once the limit (in milliseconds) is over instead of holding up the
 * whole run. It takes its arguments unseen: nothing here is given a `done` callback.
 */
export const limited =
  (work: Work, limit = LIMIT_MS) =>
  async (...args: never[]): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`it has not ended within ${limit / 1000} s`)),
        limit,
      );
    });
    try {
      await Promise.race([work(...args), over]);
    } finally {
      clearTimeout(timer);
    }
  };
