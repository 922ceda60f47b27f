import { changedFields } from './differences.ts';
import type { FormValues } from './fields.tsx';

export interface Rebased {
  readonly values: FormValues;
  /** Fields that both have changed, to different values; what was typed stands in them. */
  readonly both: readonly string[];
}

/** What somebody typed upon a record that is another by now: only fields that they changed are laid over it. */
export function rebased({
  before,
  typed,
  now,
}: {
  readonly before: FormValues;
  readonly typed: FormValues;
  readonly now: FormValues;
}): Rebased {
  const changed = changedFields(before, typed);
  const elsewhere = new Set(changedFields(before, now));
  const different = new Set(changedFields(typed, now));
  return {
    values: { ...now, ...Object.fromEntries(changed.map((name) => [name, typed[name]])) },
    both: changed.filter((name) => elsewhere.has(name) && different.has(name)),
  };
}
