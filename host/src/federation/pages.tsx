import { forgetFailedParts } from '@boxyard/shared/runtime/retryingLazy.tsx';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'react-router-dom';
import { PageSpinner } from './PageSpinner.tsx';
import { buildOf, explain, fetchPart, onBuild, openPart, type Part } from './parts.ts';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { RemoteProblem } from './RemoteProblem.tsx';
import type { RemoteInfo } from './registry.ts';
import type { ProblemProps } from './useRecovery.ts';

/** What stands in the place of a part that is on its way, and of one that fails. */
interface Looks {
  readonly waiting: ReactNode;
  readonly Problem: ComponentType<ProblemProps>;
  /** Address at which the part is shown: a failure belongs to one, and the next one begins anew. */
  readonly usePlace?: () => string;
}

/** A piece stands beside whatever page is open. */
const useAnyPlace = (): string => '';

/**
 * A part of a remote as a component. It shows its own loading and failure and comes to life when a
 * later attempt succeeds, without a reload.
 */
export function loadPart<P extends object>(
  part: Part,
  { waiting, Problem, usePlace = useAnyPlace }: Looks,
) {
  const { info, name } = part;
  const buildNow = () => buildOf(info);
  // A part that has come once is drawn at once: behind a spinner React would keep it for 300 ms.
  let here: { readonly build: number; readonly Drawn: ComponentType<P> } | undefined;
  const open = async () => {
    const build = buildNow();
    const drawn = await openPart<P>(part);
    here = { build, Drawn: drawn.default };
    return drawn;
  };
  function RemotePart(props: P) {
    const [attempt, setAttempt] = useState(0);
    const build = useSyncExternalStore(onBuild, buildNow);
    const place = usePlace();
    // React remembers a rejected lazy component for good, so every attempt is a new one.
    // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt is what makes it new
    const Drawn = useMemo(
      () => (here?.build === build ? here.Drawn : lazy(open)),
      [attempt, build],
    );
    return (
      <RemoteBoundary
        key={`${attempt}-${build}`}
        remote={info.name}
        place={place}
        contact={info.contact}
        waiting={waiting}
        Problem={Problem}
        probe={open}
        explain={(error) => explain(part, error)}
        onRecovered={() => {
          forgetFailedParts();
          setAttempt((count) => count + 1);
        }}
      >
        <Suspense fallback={waiting}>
          <Drawn {...props} />
        </Suspense>
      </RemoteBoundary>
    );
  }
  RemotePart.displayName = `RemotePart(${name})`;
  return RemotePart;
}

/**
 * Fetches a page's code ahead, on hover or focus of its menu entry; failures wait for the visit. In
 * particular a chunk that was replaced: nobody wants a reload for having passed over a menu.
 */
export function preloadPage(info: RemoteInfo, name: string): void {
  fetchPart({ info, kind: 'pages', name }).catch(() => undefined);
}

/** The page of a route as a component: the seam between router and federation. */
export const loadPage = (info: RemoteInfo, name: string): ComponentType =>
  loadPart(
    { info, kind: 'pages', name },
    {
      waiting: <PageSpinner />,
      Problem: RemoteProblem,
      usePlace: () => useLocation().pathname,
    },
  );
