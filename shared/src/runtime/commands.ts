import { create } from 'zustand';

/** Something the palette and the keyboard can do, besides opening pages. */
export interface Command {
  readonly id: string;
  readonly title: { readonly en: string; readonly th: string };
  /** Further words it is found by. */
  readonly keywords?: string;
  /** Without this ability it is not offered. */
  readonly ability?: string;
  readonly run: () => void;
}

export const commandStore = create<{ readonly commands: readonly Command[] }>(() => ({
  commands: [],
}));

/** Offers commands while a page is shown; returns the function that takes them back. */
export function addCommands(commands: readonly Command[]): () => void {
  commandStore.setState((state) => ({ commands: [...state.commands, ...commands] }));
  return () =>
    commandStore.setState((state) => ({
      commands: state.commands.filter((command) => !commands.includes(command)),
    }));
}
