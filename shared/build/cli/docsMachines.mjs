// `npm run docs:machines`: writes docs/machines.md from the machines.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { innerMachines } from '../../src/domain/innerMachines.ts';
import { machines } from '../../src/domain/machines.ts';
import { machineDocs } from '../machineDocs.ts';
import { root } from './run.mjs';

writeFileSync(join(root, 'docs', 'machines.md'), machineDocs([...machines, ...innerMachines]));
