import {
  DOCUMENT_FAMILIES,
  type FamilyDeclaration,
  inSentence,
} from '../domain/documents/families.ts';

type Words = Readonly<Record<string, string>>;
type Bundle = Readonly<Record<string, unknown>>;

/** Key below `status` and `action` of what is called alike for every family of documents. */
const ANY = 'document';

const only = (words: Words, keys: readonly string[]): Words =>
  Object.fromEntries(keys.flatMap((key) => (words[key] === undefined ? [] : [[key, words[key]]])));

/**
 * The kit's texts as pages show them for every family of documents (ADR 0019): its name from its
 * declaration, its statuses and actions as all families call them, unless the bundle has words of the
 * family's own. For tests that ask for what a person reads.
 */
export function withDocumentTexts<B extends Bundle>(texts: B, locale: 'en' | 'th'): B {
  const section = (name: string) => (texts[name] ?? {}) as Readonly<Record<string, Words>>;
  const [statuses, actions] = [section('status'), section('action')];
  const families = Object.entries<FamilyDeclaration>(DOCUMENT_FAMILIES).map(
    ([family, { machine, label }]) => {
      const document = inSentence(label[locale]);
      const named = Object.fromEntries(
        Object.entries(only(actions[ANY] ?? {}, Object.keys(machine.actions))).map(
          ([action, text]) => [action, text.replace('{{document}}', document)],
        ),
      );
      return {
        status: [
          machine.id,
          { ...only(statuses[ANY] ?? {}, Object.keys(machine.states)), ...statuses[machine.id] },
        ],
        action: [machine.id, { ...named, ...actions[machine.id] }],
        type: [machine.id, label[locale]],
        family: [family, label[locale]],
      } as const;
    },
  );
  const added = (name: 'status' | 'action' | 'type' | 'family') =>
    Object.fromEntries(families.map((one) => one[name]));
  return {
    ...texts,
    status: { ...statuses, ...added('status') },
    action: { ...actions, ...added('action') },
    type: { ...section('type'), ...added('type') },
    family: { ...added('family'), ...section('family') },
  };
}
