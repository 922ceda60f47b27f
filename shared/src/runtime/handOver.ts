import type { Profile } from '../contract/areas/auth.ts';

/** What the sign-in page gives to the shell that starts in its document (docs/adr/0059). */
export interface HandOver {
  /** Who has just signed in; asked for once, while the shell's code is still coming. */
  readonly profile: Promise<Profile>;
  /** A language was chosen on the page: the person's own does not replace it. */
  readonly languageChosen: boolean;
  /** The page that the address asks for, if any. */
  readonly target: string | null;
  /** Takes the form from the page: the shell draws in its place. */
  readonly leave: () => void;
}

let waiting: HandOver | null = null;

export function handOver(given: HandOver): void {
  waiting = given;
}

/** What was handed over, once. */
export function takeHandOver(): HandOver | null {
  const given = waiting;
  waiting = null;
  return given;
}
