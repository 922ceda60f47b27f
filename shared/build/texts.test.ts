import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkTexts } from './texts.ts';

const root = join(import.meta.dirname, '..', '..');
const apps = ['host', 'shared', ...readdirSync(root).filter((name) => name.startsWith('remote-'))];

test.each(apps)(
  '%s says everything in both languages, and names no text that is not there',
  (app) => {
    expect(checkTexts(app)).toEqual([]);
  },
);
