import { useSearchParams } from 'react-router-dom';

/** What `?request=` holds while a new move is asked for. */
export const NEW_REQUEST = 'new';

/** Leads to the requests of the page: to one of them, or to a new one about somebody. */
export function useOpenRequest() {
  const [, setSearch] = useSearchParams();
  return {
    existing: (id: string) => setSearch({ tab: 'requests', request: id }),
    fresh: (userId: string) => setSearch({ tab: 'requests', request: NEW_REQUEST, person: userId }),
  };
}
