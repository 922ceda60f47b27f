// `npm run wiring`, the first step of `npm test`, and what Jest runs before the first test: calls, handlers, routes and
// contributions fit together, or it says which file does not.
import { wiringFaults } from '../wiring.ts';

const faults = await wiringFaults();
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log('Calls, handlers, routes and contributions fit together.');
process.exit(faults.length > 0 ? 1 : 0);
