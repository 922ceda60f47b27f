/** Initial values of a new report. */
export const NEW_JOB = { priority: 'normal', channel: 'phone', isDown: false } as const;
