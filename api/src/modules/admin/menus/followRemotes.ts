import type { App } from '../../../kernel/index.ts';
import { type Brought, broughtMenus, remoteMenus } from './remoteMenus.ts';

/** A remote that an operator enters is allowed, and in the menu, from then on. */
const REFRESH = 5000;

/** What the registry's remotes say of their pages (http/remotePages.ts). */
interface Pages {
  readonly fresh: readonly Brought[];
  read(brought: () => Promise<readonly string[]>): Promise<void>;
}

/** Reads registry and contributions now and every few seconds, and gives new pages their menus. */
export async function followRemotes(
  app: App,
  pages: Pages,
): Promise<{ readonly look: () => Promise<void>; readonly stop: () => Promise<void> }> {
  const enter = remoteMenus(app);
  const look = async () => {
    try {
      await pages.read(() => broughtMenus(app));
      await enter(pages.fresh);
    } catch (error) {
      app.log.warn({ err: error }, 'the pages of the remotes could not be read');
    }
  };
  await look();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined;
    });
  }, REFRESH).unref();
  return {
    look,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
