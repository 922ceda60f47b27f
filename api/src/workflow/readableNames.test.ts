import '@boxyard/shared/domain/texts/serverErrors.ts';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hasErrorText } from '@boxyard/shared/domain';

/** Refusals whose parameters are documents, as the sources throw them in one expression. */
const NAMING = /conflict\(\s*'([A-Z_]+)',[^;]*?\bnamed\(/g;

it('every refusal that names a document has a text without it', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const codes = globSync('**/*.ts', { cwd: root }).flatMap((file) =>
    file.endsWith('.test.ts')
      ? []
      : [...readFileSync(path.join(root, file), 'utf8').matchAll(NAMING)].map(([, code]) => code),
  );
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.filter((code) => !hasErrorText(`${code}_HIDDEN`))).toEqual([]);
});
