import { type ComponentType, lazy, type ReactNode } from 'react';

/** Those whose code did not come, each with what makes it ask again. */
const failed = new Set<() => void>();

/** What else remembers that it did not come. */
const others = new Set<() => void>();

/** Something beside these parts is asked for again with them. */
export const forgetWithParts = (renew: () => void): void => void others.add(renew);

/**
 * Lets everything that did not come be asked for again when it is next drawn. Whoever shows such a
 * failure calls it before it draws anew; while it is shown nothing is asked for, else a browser
 * without a network would ask without end.
 */
export function forgetFailedParts(): void {
  for (const renew of failed) renew();
  failed.clear();
  for (const renew of others) renew();
}

/** `lazy` of React keeps a rejected import for as long as the document lives; this one can forget it. */
export function retryingLazy<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): (props: P) => ReactNode {
  let Part: ComponentType<P>;
  const renew = () => {
    Part = lazy(async () => {
      try {
        return await load();
      } catch (error) {
        failed.add(renew);
        throw error;
      }
    });
  };
  renew();
  return (props) => <Part {...props} />;
}
