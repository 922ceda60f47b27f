import { themeStore } from '@boxyard/shared/runtime';
import { applyTheme } from '../boot/applyTheme.ts';

/** Keeps the document's variables those of the chosen theme; boot has set the first ones. */
export function followTheme(): void {
  const apply = () => {
    const { name, colors } = themeStore.getState();
    applyTheme(name, colors.primary);
  };
  apply();
  themeStore.subscribe(apply);
}
