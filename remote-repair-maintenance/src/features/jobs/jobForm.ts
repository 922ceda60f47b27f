/** What a new report begins with. */
export const NEW_JOB = { priority: 'normal', channel: 'phone', isDown: false } as const;
