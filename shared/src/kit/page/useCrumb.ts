import { useEffect } from 'react';
import { clearCrumb, setCrumb } from '../../runtime/navigation.ts';

/** Names the open record in the path above the page for as long as it is open. */
export function useCrumb(route: string | undefined, name: string): void {
  useEffect(() => {
    if (route === undefined || name === '') return;
    setCrumb(route, name);
    return () => clearCrumb(route);
  }, [route, name]);
}
