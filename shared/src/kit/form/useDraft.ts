import { useRef, useState } from 'react';
import { dropDraft, forgetWaiting, readDraft, writeDraftSoon } from '../../runtime/drafts.ts';
import type { FormValues } from './fields.tsx';

export interface Draft {
  /** When what was typed earlier was kept; null when there was nothing. */
  readonly restoredAt: Date | null;
  readonly initial: FormValues;
  readonly keep: (values: FormValues, isDirty: boolean) => void;
  readonly drop: () => void;
}

/** What somebody typed earlier and did not save, as the form's beginning (domain-conventions "Authentication"). */
export function useDraft(key: string, initial: FormValues): Draft {
  const [found] = useState(() => readDraft<FormValues>(key));
  const dropped = useRef(false);
  return {
    restoredAt: found?.at ?? null,
    initial: found ? { ...initial, ...found.value } : initial,
    keep: (values, isDirty) => {
      if (isDirty && !dropped.current) writeDraftSoon(key, values);
      else forgetWaiting(key);
    },
    drop: () => {
      dropped.current = true;
      dropDraft(key);
    },
  };
}
