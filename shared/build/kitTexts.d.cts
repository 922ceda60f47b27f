/** Both parts of a bundle of the kit's texts, by the paths of those that come first. */
export function partsOf(
  texts: object,
  firstPaths: readonly string[],
): { readonly first: object; readonly remaining: object };
