import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { retryingLazy } from './retryingLazy.tsx';

/** Parts of a page that share one file, which comes after what is looked at first. */
export interface LazyParts<T> {
  /** One of the parts as a component; nothing stands in its place while it is on its way. */
  readonly part: <P extends object>(
    pick: (parts: T) => ComponentType<P>,
  ) => (props: P) => ReactNode;
  /** Whether they have come: from then on they are drawn with the page. */
  readonly areHere: () => boolean;
  /** They came by another way. */
  readonly have: (parts: T) => void;
}

/** What `load` brings when it is first drawn; once here, it is drawn at once. */
export function lazyParts<T>(load: () => Promise<T>): LazyParts<T> {
  let here: T | undefined;
  return {
    areHere: () => here !== undefined,
    have: (parts) => {
      here = parts;
    },
    part: (pick) => {
      const Coming = retryingLazy(async () => {
        here = await load();
        return { default: pick(here) as ComponentType<object> };
      });
      return (props) => {
        // As it was when this one was first drawn: another component would begin anew.
        const [Part] = useState(() => (here === undefined ? null : pick(here)));
        if (Part) return <Part {...props} />;
        return (
          <Suspense fallback={null}>
            <Coming {...props} />
          </Suspense>
        );
      };
    },
  };
}
