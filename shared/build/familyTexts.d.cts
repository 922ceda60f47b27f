type Texts = Readonly<Record<string, unknown>>;

/** Where the words stand that server and browser both say. */
export const FOLDER: string;
/** A bundle as the browser gets it: with the words of families that it names. */
export function readBundle(file: string): Texts;
/** The same of a bundle that was read already; `onFile` hears of the families' files. */
export function bundleOf(source: string, file: string, onFile?: (file: string) => void): Texts;
