import { AREAS, PAGE_VERBS } from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import { type App, type Ctx, created, newId, SYSTEM } from '../../../kernel/index.ts';
import { enterMenu, lockTree, nameFaults } from './menus.ts';

/** A page that a remote brings and no table of ours knows. */
export interface Brought {
  readonly remote: string;
  readonly page: string;
  readonly path: string;
  readonly title: { readonly en: string; readonly th: string };
}

const managesEverything = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from role_permissions rp
    where rp.role_id = ${sql.ref(`${alias}.id`)} and rp.name = 'all:manage')`;

/** The area whose address the page's begins with, if the tree has it still. */
async function areaOf(ctx: Ctx, path: string): Promise<string | null> {
  const area = AREAS.find((one) => path.startsWith(`${one.path}/`));
  if (!area) return null;
  const found = await ctx.db
    .selectFrom('menus')
    .select('id')
    .where('name', '=', area.path.slice(1))
    .where('parentId', 'is', null)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Adds the menu; false when an address or a name of the tree is in its way. */
async function add(ctx: Ctx, { page, path, title }: Brought): Promise<boolean> {
  const id = newId();
  const parentId = await areaOf(ctx, path);
  const values = {
    name: page,
    urlPath: path,
    labelEn: title.en,
    labelTh: title.th,
    icon: null,
    isVisible: true,
    parentId,
  };
  const [added] = await ctx.db
    .insertInto('menus')
    .values({ ...values, ...created(ctx), id, sort: 0, isSystem: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (!added) return false;
  // Whoever manages everything sees it at once, the others after a grant.
  await enterMenu(ctx, { id, values, holders: managesEverything });
  return true;
}

/** The menu of a page's name, as it stands: what a person made by hand is left alone. */
async function enter(ctx: Ctx, brought: Brought): Promise<'done' | 'reserved' | 'taken'> {
  if ((await nameFaults(ctx, brought.page)).length > 0) return 'reserved';
  const known = await ctx.db
    .selectFrom('menus')
    .select(['id', 'isSystem', 'urlPath'])
    .where('name', '=', brought.page)
    .executeTakeFirst();
  if (known?.isSystem === false || known?.urlPath === brought.path) return 'done';
  if (!known) return (await add(ctx, brought)) ? 'done' : 'taken';
  const { rows } = await ctx.pg.query<{ id: string }>(
    `update menus set url_path = $2, version = version + 1 where id = $1
      and not exists (select 1 from menus where url_path = $2) returning id`,
    [known.id, brought.path],
  );
  return rows.length > 0 ? 'done' : 'taken';
}

const REFUSALS = {
  reserved: 'a role, a group, a position or a type of team has that name',
  taken: 'another menu has that address',
} as const;

/**
 * Makes the system menus of pages that remotes have brought, so that `<page>:view` can be granted like
 * any other. Called every few seconds: the database is asked only about what is new.
 */
export function remoteMenus(app: App): (pages: readonly Brought[]) => Promise<void> {
  const entered = new Set<string>();
  const keyOf = ({ page, path }: Brought) => `${page} ${path}`;
  return async (pages) => {
    const fresh = pages.filter((page) => !entered.has(keyOf(page)));
    if (fresh.length === 0) return;
    const results = await app.transaction({ actor: SYSTEM }, async (ctx) => {
      await lockTree(ctx);
      const found: [Brought, Awaited<ReturnType<typeof enter>>][] = [];
      for (const page of fresh) found.push([page, await enter(ctx, page)]);
      return found;
    });
    for (const [brought, result] of results) {
      entered.add(keyOf(brought));
      if (result === 'done') continue;
      const { remote, page, path } = brought;
      app.log.warn({ remote, page }, `${remote}: "${page}" (${path}) refused: ${REFUSALS[result]}`);
    }
  };
}

const KNOWN = new Set([...Object.keys(PAGE_VERBS), ...AREAS.map(({ path }) => path.slice(1))]);

/** System menus that no table of ours names: those that remotes once brought. */
export async function broughtMenus(app: App): Promise<string[]> {
  const rows = await app.db
    .selectFrom('menus')
    .select('name')
    .where('isSystem', '=', true)
    .execute();
  return rows.map(({ name }) => name).filter((name) => !KNOWN.has(name));
}
