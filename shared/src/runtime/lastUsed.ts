import { readJson, STORAGE_KEYS, writeJson } from './storage.ts';

/** What one person chose last in fields that most often hold the same: their warehouse. */
interface LastUsed {
  readonly owner: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const owner = (): string | null => readJson<{ id?: string }>(STORAGE_KEYS.profileUser)?.id ?? null;

/** Somebody else's habits are nobody's. */
const stored = (): LastUsed['values'] => {
  const found = readJson<LastUsed>(STORAGE_KEYS.lastUsed);
  return found && found.owner === owner() ? found.values : {};
};

/** The value that this person chose last in a field of this name, on whatever form. */
export const lastUsed = (field: string): unknown => stored()[field];

/** The choice that this person made last in a field of this name, as far as it is one of these. */
export const lastChoice = <T extends string>(field: string, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === lastUsed(field));

export function rememberUsed(values: Readonly<Record<string, unknown>>): void {
  const whose = owner();
  if (whose === null) return;
  writeJson(STORAGE_KEYS.lastUsed, { owner: whose, values: { ...stored(), ...values } });
}
