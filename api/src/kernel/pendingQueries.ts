/**
 * Resolves once every statement that was begun before has been sent to the database. It does not wait
 * for their answers.
 */
export const afterPendingQueries = (): Promise<void> =>
  new Promise((done) => process.nextTick(done));
