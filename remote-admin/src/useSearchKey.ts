import { useSearchParams } from 'react-router-dom';

/** What is open beside the list, kept in the address so that it can be passed on. */
export function useSearchKey(key: string): [string | null, (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (value: string | null) =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      if (value === null) next.delete(key);
      else next.set(key, value);
      return next;
    });
  return [search.get(key), change];
}
