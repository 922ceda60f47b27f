import { MasterPage } from '@boxyard/shared/kit';
import { technicianSkills } from './masters.resource.tsx';

/** Skills of technicians. */
export const SkillsTab = () => (
  <MasterPage
    resource={technicianSkills}
    embedded
    initialValues={{ level: 2 }}
    toForm={(skill) => ({ ...skill })}
  />
);
