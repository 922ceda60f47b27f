import { mayDo } from '@boxyard/shared/runtime';
import { areOverridesAllowed } from './overrides.ts';

/** Who may open the panel: an operator, where the server lets remotes be replaced (README "Abilities"). */
export const mayOverride = (): boolean => areOverridesAllowed() && mayDo('system-menu:operate');
