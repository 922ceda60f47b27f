import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { innerMachines } from '../src/domain/innerMachines.ts';
import { machines } from '../src/domain/machines.ts';
import { machineDocs } from './machineDocs.ts';

it('docs/machines.md shows the machines as they are; npm run docs:machines writes it anew', () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/machines.md'), 'utf8');
  expect(written).toBe(machineDocs([...machines, ...innerMachines]));
});
