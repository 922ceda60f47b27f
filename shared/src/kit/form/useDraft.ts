import { useEffect, useRef, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../../runtime/drafts.ts';
import type { FormValues } from './fields.tsx';

/** How long typing must pause before it is kept. */
const KEEP_AFTER_MS = 500;

export interface Draft {
  /** When what was typed earlier was kept; null when there was nothing. */
  readonly restoredAt: Date | null;
  readonly initial: FormValues;
  readonly keep: (values: FormValues, isDirty: boolean) => void;
  readonly drop: () => void;
}

/** What somebody typed earlier and did not save, as the form's beginning (handbook "Authentication"). */
export function useDraft(key: string, initial: FormValues): Draft {
  const [found] = useState(() => readDraft<FormValues>(key));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const dropped = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    restoredAt: found?.at ?? null,
    initial: found ? { ...initial, ...found.value } : initial,
    keep: (values, isDirty) => {
      clearTimeout(timer.current);
      if (!isDirty || dropped.current) return;
      timer.current = setTimeout(() => writeDraft(key, values), KEEP_AFTER_MS);
    },
    drop: () => {
      clearTimeout(timer.current);
      dropped.current = true;
      dropDraft(key);
    },
  };
}
