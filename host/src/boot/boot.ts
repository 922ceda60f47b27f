import { readPreferences } from '@boxyard/shared/runtime/preferences.ts';
import './boot.css';
import { applyTheme } from './applyTheme.ts';
import { entryFiles, isSigninPath } from './entryFiles.ts';

// Runs before the first paint: theme and language as last chosen, then the one entry this path needs.
const { theme, accent, locale } = readPreferences();
applyTheme(theme, accent);
document.documentElement.lang = locale;

const script = document.currentScript as HTMLScriptElement | null;
for (const file of entryFiles(isSigninPath(location.pathname) ? 'signin' : 'shell', script)) {
  if (file.endsWith('.css')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = file;
    document.head.append(link);
  } else {
    const entry = document.createElement('script');
    entry.src = file;
    // An injected script is async by default; the files of an entry keep their order.
    entry.async = false;
    document.head.append(entry);
  }
}
