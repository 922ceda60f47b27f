interface Named {
  readonly code: string | null;
}

/** Where something lies, in codes; a warehouse without bins has one that nobody names. */
export const placeText = (warehouse: Named, bin: Named): string =>
  bin.code === 'DEFAULT' ? (warehouse.code ?? '') : `${warehouse.code} / ${bin.code}`;
