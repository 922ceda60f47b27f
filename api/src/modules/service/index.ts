import type { ServerModule } from '../../workflow/index.ts';
import { absenceHandlers } from './masters/absences.ts';
import { jobCodeConstraints, jobCodeHandlers } from './masters/codes.ts';
import { skillConstraints, skillHandlers } from './masters/skills.ts';
import { TECHNICIAN_SCOPES } from './masters/technicians.ts';

export const serviceModule = {
  handlers: { ...jobCodeHandlers, ...skillHandlers, ...absenceHandlers },
  constraints: { ...jobCodeConstraints, ...skillConstraints },
  recordScopes: TECHNICIAN_SCOPES,
} satisfies ServerModule;
