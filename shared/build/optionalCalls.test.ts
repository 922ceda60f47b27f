import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const areas = join(import.meta.dirname, '..', 'src', 'contract', 'areas');
const familyOf = (key: string): string => key.split('.')[0] ?? key;
/** Asked of any family (`findOptional`), most of which lack some of them. */
const OPTIONAL = ['attach', 'create', 'delete', 'document', 'export', 'get', 'moves', 'update'];

test('an area brings every call of its families that the kit asks for and others lack', async () => {
  const placed = new Map<string, Set<string>>();
  for (const file of readdirSync(areas, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const exports = (await import(join(areas, file))) as Record<string, object>;
    for (const [name, area] of Object.entries(exports)) {
      if (!name.endsWith('Area')) continue;
      for (const key of Object.keys(area)) {
        if (!OPTIONAL.includes(key.slice(familyOf(key).length + 1))) continue;
        const family = familyOf(key);
        placed.set(family, (placed.get(family) ?? new Set()).add(name));
      }
    }
  }
  expect(placed.size).toBeGreaterThan(40);
  const split = [...placed].filter(([, names]) => names.size > 1);
  expect(split).toEqual([]);
});
