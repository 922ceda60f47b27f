import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const KIT = 'src/i18n/kit.en.json';

/**
 * A remote keeps the words of its own machines out of the kit. Each feature that shows one adds them,
 * since it may be the first page that a person opens.
 */
const features = readdirSync(ROOT)
  .filter((name) => existsSync(join(ROOT, name, KIT)))
  .flatMap((remote) => {
    const { status } = JSON.parse(readFileSync(join(ROOT, remote, KIT), 'utf8')) as {
      readonly status: object;
    };
    const folder = join(ROOT, remote, 'src/features');
    return readdirSync(folder).flatMap((feature) => {
      const source = globSync('**/*.{ts,tsx}', { cwd: join(folder, feature) })
        .filter((name) => !name.includes('.test.'))
        .map((name) => readFileSync(join(folder, feature, name), 'utf8'))
        .join('\n');
      const own = [...source.matchAll(/^\s*machine: (\w+)Machine/gm)]
        .map(([, machine = '']) => machine)
        .filter((machine) => machine in status);
      return own.length === 0 ? [] : [{ feature: `${remote}/${feature}`, own, source }];
    });
  });

test.each(features)('$feature adds the words of $own', ({ source }) => {
  expect(source).toMatch(/kitTexts\.ts|kit\.en\.json/);
});
