/** Whose records a role sees, from the narrowest to the widest (domain-containers 1.5). */
export const DATA_SCOPES = ['own', 'team', 'zone', 'company', 'all'] as const;
export type DataScopeName = (typeof DATA_SCOPES)[number];

/** Whether one scope reaches further than another. */
export const isWiderScope = (scope: DataScopeName, than: DataScopeName): boolean =>
  DATA_SCOPES.indexOf(scope) > DATA_SCOPES.indexOf(than);
