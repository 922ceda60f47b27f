import { create } from 'zustand';

/**
 * Global loading of specification 4: a counter, on while above zero; the back-office client's
 * overlay; and the bar of route changes and soft reloads.
 */
interface LoadingState {
  /** Calls of the main client under way. */
  readonly calls: number;
  /** Calls of the back-office client under way: the overlay. */
  readonly overlay: number;
  /** A route change or a soft reload is under way: the top loading bar. */
  readonly bar: number;
}

export const loadingStore = create<LoadingState>(() => ({ calls: 0, overlay: 0, bar: 0 }));

type Counter = keyof LoadingState;

export const raise = (counter: Counter): void =>
  loadingStore.setState((state) => ({ [counter]: state[counter] + 1 }));
export const lower = (counter: Counter): void =>
  loadingStore.setState((state) => ({ [counter]: Math.max(0, state[counter] - 1) }));

export const useIsLoading = (counter: Counter = 'calls'): boolean =>
  loadingStore((state) => state[counter] > 0);
