import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestFamily } from '../workflow/testing/testFamily.ts';

const MODULES = join(import.meta.dirname, '..', 'modules');
const FILE = /[\\/]testing[\\/]family\.ts$/;

/**
 * What families give to the suites that go through all of them (workflow/testing/testFamily.ts), in
 * the order of their folders. A new family is found by its file; no suite lists it.
 */
export const testFamilies: readonly TestFamily[] = await Promise.all(
  readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
    .filter((file) => FILE.test(file))
    .sort()
    .map(async (file) => {
      const module = await import(pathToFileURL(join(MODULES, file)).href);
      const { testFamily } = module as { readonly testFamily?: TestFamily };
      if (testFamily === undefined) throw new Error(`${file} exports no testFamily`);
      return testFamily;
    }),
);
