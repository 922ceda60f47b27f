/** Actions of a technician on an own job, with or without a network (ADR 0140). */
export type StepAction =
  | 'start'
  | 'pause'
  | 'resume'
  | 'answerChecks'
  | 'photo'
  | 'technicianSummary';

/** The server's refusal of a step. */
export interface StepProblem {
  readonly code: string;
  readonly message: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  /** Changes of the job by somebody else meanwhile. */
  readonly changes?: readonly JobChange[];
}

export interface JobChange {
  readonly field: 'status' | 'appointmentStart' | 'priority' | 'symptom' | 'remark' | 'technicians';
  readonly from: string;
  readonly to: string;
}

/** A photograph, made smaller, as its bytes. */
export interface StepPhoto {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** A step as it waits on the device. */
export interface Step {
  /** Its place in the queue. */
  readonly seq: number;
  /** Its id for good: however often it is sent, it is done once. */
  readonly id: string;
  /** The person who made it; it is sent in nobody else's name. */
  readonly owner: string;
  readonly jobId: string;
  readonly documentNo: string;
  readonly action: StepAction;
  readonly body: Readonly<Record<string, unknown>>;
  readonly photo?: StepPhoto;
  readonly at: number;
  /** The job as the person saw it, to say what somebody else has changed since. */
  readonly seen: Readonly<Record<JobChange['field'], string>>;
  /** The version of the job that it was made upon; null until the step before it is answered. */
  readonly version: number | null;
  /** `aside`: it is not sent any more, and its words are kept. */
  readonly state: 'waiting' | 'refused' | 'aside';
  readonly problem: StepProblem | null;
}

export type NewStep = Pick<
  Step,
  'id' | 'jobId' | 'documentNo' | 'action' | 'body' | 'photo' | 'at' | 'seen'
>;
