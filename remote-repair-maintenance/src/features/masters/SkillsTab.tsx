import { MasterPage } from '@boxyard/shared/kit';
import { technicianSkills } from './masters.resource.tsx';

/** What technicians can service. */
export const SkillsTab = () => (
  <MasterPage
    resource={technicianSkills}
    embedded
    initialValues={{ level: 2 }}
    toForm={(skill) => ({ ...skill })}
  />
);
