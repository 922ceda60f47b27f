/** Codes that jobs are described by: what the customer sees, why it is so, and what was done (1.4). */
export const JOB_CODE_KINDS = ['symptom', 'cause', 'action'] as const;
export type JobCodeKind = (typeof JOB_CODE_KINDS)[number];

/** Levels of a skill: 1 works with help, 2 alone, 3 teaches others. */
export const SKILL_LEVELS = { least: 1, most: 3 } as const;

export const ABSENCE_REASONS = ['leave', 'sick', 'training', 'other'] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

/** The longest absence in days; a longer one is mistyped, or the end of an employment. */
export const LONGEST_ABSENCE = 366;
