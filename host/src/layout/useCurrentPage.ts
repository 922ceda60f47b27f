import { useMatches } from 'react-router-dom';
import type { GuardedPage } from '../router/hostPages.ts';

/** The page whose route is matched now; the router puts it on the route's handle. */
export function useCurrentPage(): GuardedPage | null {
  const handle = useMatches().at(-1)?.handle as { page?: GuardedPage } | undefined;
  return handle?.page ?? null;
}
