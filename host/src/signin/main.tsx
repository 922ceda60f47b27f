import { registerContract } from '@boxyard/shared/client/call.ts';
import { authArea } from '@boxyard/shared/contract/areas/auth.ts';
import { can, type Grant, grantSet } from '@boxyard/shared/domain/access/abilities.ts';
import { addTexts, startI18n } from '@boxyard/shared/runtime/i18n.ts';
import { takeCarriedNotices } from '@boxyard/shared/runtime/notify.ts';
import { askForStart } from '@boxyard/shared/runtime/start.ts';
import { hasSession, readJson, STORAGE_KEYS } from '@boxyard/shared/runtime/storage.ts';
import { createRoot } from 'react-dom/client';
import { prefetchShell } from '../boot/entryFiles.ts';
import { rootElement } from '../boot/rootElement.ts';
import { addFormTexts } from '../pages/parts/texts.ts';
import { decide, homeOf, safeRedirect } from '../router/guards.ts';
import { SIGNIN_PAGES } from '../router/hostPages.ts';
import { connectClient } from '../session/connect.ts';
import { enterShell, wantedPath } from './enterShell.ts';
import { SIGNIN_TEXTS } from './forms.tsx';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };
import { SignInPage } from './SignInPage.tsx';

/** Visiting Logout clears the session and goes to /login, keeping the query (specification 2). */
async function logout(): Promise<void> {
  const { signOut } = await import('../session/leave.ts');
  await signOut();
  history.replaceState(null, '', `/login${location.search}`);
}

/** check-auth: whoever is signed in goes on; with a reset token nobody does. */
function wayOn(): string | null {
  const page = SIGNIN_PAGES.find(({ path }) => path === location.pathname.replace(/\/+$/, ''));
  if (!page || new URLSearchParams(location.search).has('token')) return null;
  const grants = grantSet(readJson<Grant[]>(STORAGE_KEYS.permissions) ?? []);
  const mayDo = (ability: string) => can(grants, ability);
  const verdict = decide(page, { hasSession: hasSession(), mayDo, role: null, from: null });
  if (verdict.kind !== 'away') return null;
  return safeRedirect(location.search, location.origin) ?? homeOf(mayDo);
}

async function start(): Promise<void> {
  registerContract(authArea);
  connectClient({ onUnauthorized: () => undefined, onForbidden: () => undefined });
  if (location.pathname.startsWith('/logout')) await logout();
  const target = wayOn();
  if (target !== null) return location.replace(target);
  const showCarriedNotices = takeCarriedNotices();
  await startI18n();
  addTexts(SIGNIN_TEXTS, { en, th });
  addFormTexts();
  const root = createRoot(await rootElement());
  root.render(
    <SignInPage
      onSignedIn={(answer, languageChosen) =>
        enterShell(answer, languageChosen, () => root.unmount())
      }
    />,
  );
  showCarriedNotices();
}

void start();

// Whoever types will need the shell next (quality "Fast": nothing of it until the person types).
document.addEventListener(
  'input',
  () => {
    prefetchShell();
    askForStart(wantedPath());
  },
  { once: true },
);
