interface Named {
  readonly id: string;
  readonly name: string;
}

/** A piece of a comment's text: as it was typed, or the name of somebody. */
export interface Piece {
  readonly text: string;
  readonly isName: boolean;
}

/** The text of a comment with the people whom it names taken apart. */
export function piecesOf(text: string, mentions: readonly Named[]): Piece[] {
  // The longest name first: "@Ann Lee" is not "@Ann".
  const names = mentions.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length);
  const pieces: Piece[] = [];
  let rest = text;
  let plain = '';
  while (rest !== '') {
    const found = names.find((name) => rest.startsWith(name));
    if (found === undefined) {
      plain += rest.slice(0, 1);
      rest = rest.slice(1);
      continue;
    }
    if (plain !== '') pieces.push({ text: plain, isName: false });
    plain = '';
    pieces.push({ text: found, isName: true });
    rest = rest.slice(found.length);
  }
  if (plain !== '') pieces.push({ text: plain, isName: false });
  return pieces;
}

/** Ids of those people whose names still stand in the text. */
export const mentionedIn = (text: string, people: readonly Named[]): string[] => {
  const named = new Set(
    piecesOf(text, people)
      .filter(({ isName }) => isName)
      .map((piece) => piece.text),
  );
  return [...new Set(people.filter(({ name }) => named.has(`@${name}`)).map(({ id }) => id))];
};

/** The name that is being typed before the caret, and where its @ stands; null: none is. */
export function nameBefore(text: string, caret: number): { at: number; typed: string } | null {
  const found = /(?:^|\s)@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/.exec(text.slice(0, caret));
  const typed = found?.[1];
  return typed === undefined ? null : { at: caret - typed.length - 1, typed };
}
