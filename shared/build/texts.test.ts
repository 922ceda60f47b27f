import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkTexts, keysAskedBy, namedKeys } from './texts.ts';

const root = join(import.meta.dirname, '..', '..');
const apps = ['host', 'shared', ...readdirSync(root).filter((name) => name.startsWith('remote-'))];

test.each(apps)(
  '%s says everything in both languages, and names no text that is not there',
  (app) => {
    expect(checkTexts(app)).toEqual([]);
  },
);

test('a key counts whatever its function is called, and a template by its beginning', () => {
  const source = `
    const text = useResourceText(resource);
    const kit = useKitText();
    const own = useT('remote-x');
    text('new'); kit('list.all'); t(\`choice.state.\${value}\`); other('not.this'); own('a.b');
  `;
  expect(namedKeys(source)).toEqual([
    { key: 'new', isPrefix: false, of: 'resource' },
    { key: 'list.all', isPrefix: false, of: 'any' },
    { key: 'choice.state.', isPrefix: true, of: 'any' },
    { key: 'a.b', isPrefix: false, of: 'remote' },
  ]);
});

test('buttons of a document and the deletion of a draft ask for texts that no source names', () => {
  const source = `
    const deletion = useDraftDeletion(loans);
    return <DocumentPage resource={loans} links={[{ key: 'copy', to: () => ({ at: [1] }) }, deletion]} />;
  `;
  expect(keysAskedBy(source, new Map([['loans', 'loans']]))).toEqual([
    'loans.link.delete',
    'loans.deleteConsequence',
    'loans.link.copy',
  ]);
});
