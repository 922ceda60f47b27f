import { themeStore } from '@boxyard/shared/runtime';
import { followTheme } from './followTheme.ts';

/** The device's own theme, as its owner or the hour changes it. */
function device() {
  let isDark = false;
  const listeners = new Set<() => void>();
  const media = {
    get matches() {
      return isDark;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
  };
  jest.spyOn(window, 'matchMedia').mockImplementation(() => media as never);
  return {
    turn: (dark: boolean) => {
      isDark = dark;
      for (const listener of listeners) listener();
    },
  };
}

afterEach(() => jest.restoreAllMocks());

const shown = () => document.documentElement.dataset.theme;

test('the theme goes with the device as long as it is told to follow it', () => {
  const own = device();
  themeStore.setState({ name: 'light', follows: true });
  followTheme();
  own.turn(true);
  expect([themeStore.getState().name, shown()]).toEqual(['dark', 'dark']);
  own.turn(false);
  expect([themeStore.getState().name, shown()]).toEqual(['light', 'light']);
  // Who chooses one of the two keeps it, whatever the device does.
  themeStore.setState({ name: 'light', follows: false });
  own.turn(true);
  expect([themeStore.getState().name, shown()]).toEqual(['light', 'light']);
});
