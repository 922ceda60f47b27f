/** What a key of a machine can be for; each is one call of the contract (ADR 0033). */
export const MACHINE_ABILITIES = ['product-transactions:ingest'] as const;
export type MachineAbility = (typeof MACHINE_ABILITIES)[number];
