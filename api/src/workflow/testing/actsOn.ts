import type { Person } from '../../testing/index.ts';
import { expectData } from './world.ts';

interface Doc {
  readonly id: string;
  readonly version: number;
}
/** An action and what is sent with it. */
type Act = Readonly<Record<string, unknown>> & { readonly action: string };

/** The actions of a family of documents, as its tests do them. */
export function actsOn(path: string) {
  /** One action on a document as it was last seen. */
  const act = (by: Person, doc: Doc, { action, ...body }: Act) =>
    by.post(`${path}/${doc.id}/${action}`, { version: doc.version, ...body });
  /** The same where it has to succeed; the document as it is then. */
  const done = async (by: Person, doc: Doc, call: Act) => expectData(await act(by, doc, call));
  return { act, done };
}
