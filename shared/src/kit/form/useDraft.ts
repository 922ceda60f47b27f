import { useRef, useState } from 'react';
import {
  dropDraft,
  forgetWaiting,
  readDraft,
  writeDraft,
  writeDraftSoon,
} from '../../runtime/drafts.ts';
import { claimDraft } from './claimDraft.ts';
import type { FormValues } from './fields.tsx';
import { type Rebased, rebased } from './rebased.ts';

type Doc = Readonly<Record<string, unknown>>;

/** What a form began with: its values, and the record that they were read from. */
export interface Begun {
  readonly values: FormValues;
  readonly record?: Doc | undefined;
}

interface Kept {
  readonly typed: FormValues;
  readonly begun: Begun;
}

export interface Draft {
  /** Of this tab: the same form in another tab has a draft of its own. */
  readonly key: string;
  /** When what was typed earlier was kept; null when there was nothing. */
  readonly restoredAt: Date | null;
  readonly initial: FormValues;
  /** The record that was begun with, where somebody else has changed since what was typed into as well. */
  readonly overtaken: Doc | null;
  readonly keep: (values: FormValues, isDirty: boolean) => void;
  readonly keepNow: (values: FormValues) => void;
  readonly drop: () => void;
  /** Lays what was typed over the record as it is now, and goes on from there. */
  readonly rebase: (typed: FormValues, now: Begun) => FormValues;
}

/** Drafts of earlier releases were the values alone. */
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'typed' in value && 'begun' in value;

/**
 * What somebody typed earlier and did not save, as the form's beginning (domain-conventions
 * "Authentication"). Of a record only fields that were changed are laid over what it is now: what a
 * colleague has changed since stays.
 */
export function useDraft(form: string, now: Begun): Draft {
  const [key] = useState(() => claimDraft(form));
  const [found] = useState(() => readDraft<unknown>(key));
  const [restored] = useState<Rebased | null>(() => {
    if (!found) return null;
    if (!isKept(found.value)) {
      return { values: { ...now.values, ...(found.value as FormValues) }, both: [] };
    }
    const { typed, begun } = found.value;
    return rebased({ before: begun.values, typed, now: now.values });
  });
  const begun = useRef(now);
  const dropped = useRef(false);
  const keptOf = (typed: FormValues): Kept => ({ typed, begun: begun.current });
  return {
    key,
    restoredAt: found?.at ?? null,
    initial: restored?.values ?? now.values,
    overtaken:
      restored && restored.both.length > 0 && isKept(found?.value)
        ? (found.value.begun.record ?? null)
        : null,
    keep: (values, isDirty) => {
      if (isDirty && !dropped.current) writeDraftSoon(key, keptOf(values));
      else forgetWaiting(key);
    },
    keepNow: (values) => {
      forgetWaiting(key);
      writeDraft(key, keptOf(values));
    },
    drop: () => {
      dropped.current = true;
      dropDraft(key);
    },
    rebase: (typed, next) => {
      const { values } = rebased({ before: begun.current.values, typed, now: next.values });
      begun.current = next;
      return values;
    },
  };
}
