import { isSigninPath } from '@boxyard/shared/domain/access/signinPaths.ts';
import { readPreferences } from '@boxyard/shared/runtime/preferences.ts';
import './boot.css';
// The form's styles: a request of their own would cost more than they weigh.
import '../layout/NoticeStack.module.css';
import '../pages/parts/form.module.css';
import '../signin/SignInPage.module.css';
import { applyTheme } from './applyTheme.ts';
import { loadEntry } from './entryFiles.ts';

// Runs before the first paint: theme and language as last chosen, then the one entry this path needs.
const { theme, accent, locale } = readPreferences();
applyTheme(theme, accent);
document.documentElement.lang = locale;

const script = document.currentScript as HTMLScriptElement | null;
loadEntry(isSigninPath(location.pathname) ? 'signin' : 'shell', script);
