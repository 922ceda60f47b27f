import { themeStore } from '@boxyard/shared/runtime';
import { DEVICE_IS_DARK, deviceTheme } from '@boxyard/shared/runtime/preferences.ts';
import { applyTheme } from '../boot/applyTheme.ts';

/** Keeps the document's variables those of the chosen theme, or of the device's; boot has set the first ones. */
export function followTheme(): void {
  const apply = () => {
    const { name, colors } = themeStore.getState();
    applyTheme(name, colors.primary);
  };
  const asDevice = () => {
    if (themeStore.getState().follows) themeStore.setState({ name: deviceTheme() });
  };
  asDevice();
  apply();
  themeStore.subscribe(apply);
  matchMedia(DEVICE_IS_DARK).addEventListener('change', asDevice);
}
