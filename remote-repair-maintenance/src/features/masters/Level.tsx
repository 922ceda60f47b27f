import { SKILL_LEVELS } from '@boxyard/shared/domain/service/masters.ts';
import type { CustomFieldProps } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Select } from '@boxyard/shared/ui';

const LEVELS = Array.from(
  { length: SKILL_LEVELS.most - SKILL_LEVELS.least + 1 },
  (_, index) => SKILL_LEVELS.least + index,
);

/** Level of a skill in words. */
function useLevelText() {
  const t = useT('remote-repair-maintenance');
  return (level: number) => `${level} · ${t(`technicianSkills.choice.level.${level}`)}`;
}

export function LevelText({ level }: { readonly level: number }) {
  return <>{useLevelText()(level)}</>;
}

export function LevelInput({ id, value, onChange, onBlur, disabled }: CustomFieldProps) {
  const textOf = useLevelText();
  return (
    <Select
      id={id}
      value={typeof value === 'number' ? value : null}
      options={LEVELS.map((level) => ({ value: level, label: textOf(level) }))}
      onChange={onChange}
      onBlur={onBlur}
      disabled={disabled}
    />
  );
}
