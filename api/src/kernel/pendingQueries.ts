/**
 * Resolves when all has run that waits for nothing from outside: every statement that was begun
 * before it has been sent by then, though none of them need be answered.
 */
export const afterPendingQueries = (): Promise<void> =>
  new Promise((done) => process.nextTick(done));
