import { create } from 'zustand';

/**
 * Feature flags by `<remote>:<flag>`, as the registry has them now (docs/deploy.md, "flags"). The host
 * sets them at boot and whenever the registry has changed, so that nobody has to load anything anew.
 */
export const flagStore = create<Readonly<Record<string, boolean>>>(() => ({}));

export const setFlags = (flags: Readonly<Record<string, boolean>>): void => {
  // The registry is read often, and seldom says anything new.
  if (JSON.stringify(flags) !== JSON.stringify(flagStore.getState())) {
    flagStore.setState(flags, true);
  }
};

/** Whether a flag is on; no flag at all is. */
export const isFlagOn = (flag: string | undefined): boolean =>
  flag === undefined || flagStore.getState()[flag] === true;

/** Whether a flag of a remote is on: `useFlag('remote-warehouse:quickCount')`. What is not named is off. */
export const useFlag = (flag: string | undefined): boolean =>
  flagStore((flags) => flag === undefined || flags[flag] === true);
