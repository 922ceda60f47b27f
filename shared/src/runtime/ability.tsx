import { Ability } from '@casl/ability';
import { AbilityProvider, Can as CaslCan, useAbility as useCaslAbility } from '@casl/react';
import type { ReactNode } from 'react';
import type { Grant } from '../domain/access/abilities.ts';

/** Abilities as pairs of subject and action (specification 6), held by CASL. */
export type AppAbility = Ability<[action: string, subject: string]>;

/** The one ability of the application; it changes in place, and what shows it is drawn again. */
export const ability: AppAbility = new Ability();

/**
 * `manage` means any action and `all` any subject, but nobody approves their own work through
 * them: `approve-own` counts only where it is named (domain-conventions "Own work").
 */
export function updateAbility(grants: readonly Grant[]): void {
  const named = grants.filter(({ action }) => action === 'approve-own');
  ability.update([
    ...grants.map(({ subject, action }) => ({ subject, action })),
    { inverted: true, action: 'approve-own', subject: 'all' },
    ...named.map(({ subject, action }) => ({ subject, action })),
  ]);
}

const parse = (name: string): { action: string; subject: string } => {
  const [subject = '', action = ''] = name.split(':');
  return { action, subject };
};

/** Whether an ability (`purchase-requests:create`) is held now; components use `useCan`. */
export function mayDo(name: string): boolean {
  const { action, subject } = parse(name);
  return ability.can(action, subject);
}

/** Gives the tree below it the application's ability. */
export function AbilityScope({ children }: { readonly children: ReactNode }) {
  return <AbilityProvider value={ability}>{children}</AbilityProvider>;
}

export const useAbility = (): AppAbility => useCaslAbility<AppAbility>();

/** Whether an ability is held: `useCan('purchase-requests:create')`. */
export function useCan(name: string): boolean {
  const { action, subject } = parse(name);
  return useAbility().can(action, subject);
}

interface CanProps {
  /** `subject:action` */
  readonly I: string;
  readonly not?: boolean;
  readonly children: ReactNode;
}

/** Shows its children to whoever holds the ability: `<Can I="purchase-requests:create">`. */
export function Can({ I: name, not = false, children }: CanProps) {
  const { action, subject } = parse(name);
  return (
    <CaslCan<AppAbility> do={action} on={subject} not={not}>
      {children}
    </CaslCan>
  );
}
