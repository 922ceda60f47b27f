import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cssVariable, FONT_FAMILY, TOKENS } from '@boxyard/shared/domain/theme/tokens.ts';

/** A file of the page, under a name that carries its content's hash. */
export interface PageAsset {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

const CLIENT = join(import.meta.dirname, 'client');
const HASH_LENGTH = 12;

const assetOf = (base: string, type: string, content: string): PageAsset => {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  const [stem, ending] = base.split('.');
  return { name: `${stem}-${hash}.${ending}`, type, content };
};

const variables = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `${cssVariable(name)}:${value}`)
    .join(';');

/** Comments and the room between rules: browsers have no use of them. */
const squeezed = (css: string): string =>
  css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*([{};:,])\s*/g, '$1');

/** Style and script of the page, in the colours of the whole product. */
export function readAssets(): { readonly style: PageAsset; readonly script: PageAsset } {
  const colours = `:root{--by-font:${FONT_FAMILY};${variables(TOKENS.light)}}
@media (prefers-color-scheme:dark){:root{${variables(TOKENS.dark)}}}
`;
  const css = readFileSync(join(CLIENT, 'page.css'), 'utf8');
  const script = readFileSync(join(CLIENT, 'page.js'), 'utf8');
  return {
    style: assetOf('page.css', 'text/css', colours + squeezed(css)),
    script: assetOf('page.js', 'text/javascript', script),
  };
}
