import { create } from 'zustand';

/** Route names of this tab's way through the application; a reload forgets it. */
interface NavigationState {
  readonly current: string | null;
  /** Some routes require that the previous one was a named one (specification 2, Guard rules). */
  readonly previous: string | null;
}

export const navigationStore = create<NavigationState>(() => ({ current: null, previous: null }));

/** Notes that a route is now shown; staying on it (a change of query) is no step. */
export const visit = (name: string | null): void =>
  navigationStore.setState(({ current, previous }) =>
    current === name ? { current, previous } : { current: name, previous: current },
  );

export const usePreviousRoute = (): string | null => navigationStore((state) => state.previous);

interface Crumb {
  readonly title: string;
}

/**
 * What the current page calls its record, by route name: the breadcrumb of `/purchase-requests/:id`
 * then reads "PR2611-0004" instead of the identifier.
 */
export const crumbStore = create<Readonly<Record<string, Crumb>>>(() => ({}));

export const setCrumb = (routeName: string, title: string): void =>
  crumbStore.setState({ [routeName]: { title } });

/** The record is left: the next one of the page must not be read under its name. */
export const clearCrumb = (routeName: string): void =>
  crumbStore.setState(({ [routeName]: _left, ...rest }) => rest, true);
