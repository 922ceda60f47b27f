import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { builtPages, titleOf } from '../fixtures/builtPages.ts';
import { mailsTo } from '../fixtures/mail.ts';
import { goInside, NEUTRAL, test } from '../fixtures/shell.ts';
import { KIT, textsOf } from '../fixtures/texts.ts';

/**
 * Random roles, menus and teams; what the browser draws for their people
 * (menus, pages, buttons) against what the server answers them (403 or not).
 */
const SEED = Number(process.env.E2E_SEED ?? 20261121);
const PEOPLE = 20;
const ROLES = 8;
/** Pages that each person opens; the menus of all of them are compared besides. */
const OPENED = 2;
const PASSWORD = 'a long enough password';

/** Small numbers that are the same for a seed on every machine (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const some = <T>(items: readonly T[], share: number): T[] => items.filter(() => next() < share);
  const one = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const several = <T>(items: readonly T[], count: number): T[] =>
    [...items]
      .map((item) => [next(), item] as const)
      .sort(([a], [b]) => a - b)
      .slice(0, count)
      .map(([, item]) => item);
  return { next, some, one, several };
}

interface Probe {
  readonly path: string;
  /** The call behind the page. */
  readonly read: string;
  /** The call behind its first button, and what the button says. */
  readonly create?: { readonly path: string; readonly button: string };
  /** Address of one of its documents, whose action bar is compared with the server's. */
  readonly document?: string;
}

/** Pages that work, each with the calls it stands for. */
const PAGES: Readonly<Record<string, Probe>> = {
  dashboard: { path: '/dashboard', read: '/dashboard/summary' },
  'system-menu': {
    path: '/users-management/system-menu',
    read: '/menus',
    create: { path: '/menus', button: 'New menu' },
  },
  roles: {
    path: '/users-management/roles',
    read: '/roles',
    create: { path: '/roles', button: 'New role' },
  },
  users: {
    path: '/users-management/users',
    read: '/users',
    create: { path: '/users', button: 'Invite user' },
  },
  categories: {
    path: '/warehouse-management/categories',
    read: '/categories',
    create: { path: '/categories', button: 'New category' },
  },
  'parts-warehouse': {
    path: '/warehouse-management/parts-warehouse',
    read: '/material_parts',
    create: { path: '/material_parts', button: 'New part' },
  },
  suppliers: {
    path: '/warehouse-management/suppliers/list',
    read: '/suppliers',
    create: { path: '/suppliers', button: 'New supplier' },
  },
  'import-warehouse': {
    path: '/warehouse-management/import-warehouse/list',
    read: '/material-receives',
    create: { path: '/material-receives', button: 'Opening stock' },
    document: '/warehouse-management/import-warehouse',
  },
  'parts-requisition': {
    path: '/warehouse-management/parts-requisition/list',
    read: '/material_dispatch',
    create: { path: '/material_dispatch', button: 'New requisition' },
    document: '/warehouse-management/parts-requisition/view',
  },
  claim: {
    path: '/warehouse-management/claim/default',
    read: '/material_repair_claims',
    create: { path: '/material_repair_claims', button: 'New claim' },
    document: '/warehouse-management/claim/detail',
  },
  repair: {
    path: '/warehouse-management/repair/default',
    read: '/material_repair',
    create: { path: '/material_repair', button: 'New repair' },
    document: '/warehouse-management/repair/detail/update',
  },
  destruction: {
    path: '/warehouse-management/destruction/default',
    read: '/material_destroy',
    create: { path: '/material_destroy', button: 'New destruction' },
    document: '/warehouse-management/destruction/detail/update',
  },
  transformation: {
    path: '/warehouse-management/transformation/default',
    read: '/material_transform',
    create: { path: '/material_transform', button: 'New transformation' },
    document: '/warehouse-management/transformation/detail',
  },
  audit: {
    path: '/warehouse-management/audit',
    read: '/audits',
    create: { path: '/audits', button: 'New stock audit' },
    document: '/warehouse-management/audit',
  },
  'parts-transfer': {
    path: '/warehouse-management/parts-transfer',
    read: '/material_tranfers',
    create: { path: '/material_tranfers', button: 'New transfer' },
    document: '/warehouse-management/parts-transfer',
  },
  'company-groups': {
    path: '/warehouse-inventory/company-groups',
    read: '/companies',
    create: { path: '/companies', button: 'New company' },
  },
  'purchase-requests': {
    path: '/purchase-management/purchase-requests/default',
    read: '/purchase_requests',
    create: { path: '/purchase_requests', button: 'New request' },
    document: '/purchase-management/purchase-requests',
  },
  'purchase-orders': {
    path: '/purchase-management/purchase-orders/default',
    read: '/purchase_orders',
    create: { path: '/purchase_orders', button: 'New order' },
    document: '/purchase-management/purchase-orders',
  },
  receipt: {
    path: '/purchase-management/receipt/default',
    read: '/purchase_order_acceptances',
    create: { path: '/purchase_order_acceptances', button: 'New receipt' },
    document: '/purchase-management/receipt',
  },
  'purchase-report': {
    path: '/report-management/purchase-report',
    read: '/reports/purchase-report',
  },
};
const BUILT: ReadonlySet<string> = new Set(builtPages().map(({ name }) => name));
const NAMES = Object.keys(PAGES).filter((name) => BUILT.has(name));

interface Group {
  readonly name: string;
  readonly menuId: string;
  readonly permissions: readonly { readonly name: string }[];
}
interface Made {
  readonly id: string;
  readonly name: string;
}

/** Somebody invited, whose password was set by the link of the e-mail. */
interface Invited {
  readonly email: string;
  readonly role: string;
  readonly menus: readonly string[];
}

const mark = Date.now().toString(36);

/** Roles with random pages and actions; one of them manages everything, one sees nothing. */
async function makeRoles(admin: ReturnType<typeof serverFor>, random: ReturnType<typeof randomOf>) {
  const groups = await admin.get<Group[]>('/permissions/groups');
  const built = groups.filter(({ name }) => NAMES.includes(name));
  const roles: (Made & { readonly menus: readonly string[] })[] = [];
  for (let index = 0; index < ROLES; index += 1) {
    const pages = index === 0 ? [] : random.some(built, 0.2 + random.next() * 0.6);
    const verbs = random.some(
      (index === 0 ? [] : built).flatMap(({ permissions }) => permissions.map(({ name }) => name)),
      0.35,
    );
    const name = `random-${mark}-${index}`;
    const role = await admin.post<Made>('/roles', {
      name,
      labelEn: `Random ${index}`,
      labelTh: `สุ่ม ${index}`,
      roleGroupId: null,
      dataScope: random.one(['own', 'team', 'company', 'company']),
      approvalLimit: null,
      discountLimitPercent: null,
      menuIds: pages.map(({ menuId }) => menuId),
      permissionNames: index === 1 ? ['all:manage'] : verbs,
    });
    roles.push({ id: role.id, name, menus: pages.map((page) => page.name) });
  }
  return roles;
}

interface Mail {
  readonly to: string;
  readonly text: string;
}

test(`menus, pages and buttons are what the server grants (seed ${SEED})`, {
  tag: ['@administration', '@needs-mail'],
}, async ({ browser, baseURL }) => {
  const random = randomOf(SEED);
  const admin = serverFor(baseURL, 'system-admin');
  const roles = await makeRoles(admin, random);
  const [company] = await admin.get<Made[]>('/companies', { search: 'BXY' });
  const teams: Made[] = [];
  for (const type of ['sales', 'engineer']) {
    teams.push(
      await admin.post<Made>('/teams', { type, companyId: company?.id, name: `${type} ${mark}` }),
    );
  }
  // Documents belong to warehouses; who works in none sees none of them.
  const warehouses = await admin.get<Made[]>('/sub-warehouses', {
    companyId: company?.id ?? '',
    isSystem: 'false',
    limit: '100',
  });
  const people: Invited[] = [];
  const members = new Map<string, string[]>();
  for (let index = 0; index < PEOPLE; index += 1) {
    const role = roles[index % ROLES] as (typeof roles)[number];
    const email = `random.${mark}.${index}@people.test`;
    const user = await admin.post<Made>('/users', {
      email,
      firstName: 'Random',
      lastName: String(index),
      roleId: role.id,
      companyIds: [company?.id],
      warehouseIds: warehouses.map(({ id }) => id),
    });
    if (random.next() < 0.5) {
      const team = random.one(teams).id;
      members.set(team, [...(members.get(team) ?? []), user.id]);
    }
    people.push({ email, role: role.name, menus: role.menus });
  }
  for (const [team, userIds] of members) {
    await admin.post(`/teams/${team}/assign-user`, { userIds, position: 'member' });
  }
  // The outbox shows no link that signs somebody in: each is read where it was received.
  await expect
    .poll(() => people.every(({ email }) => mailsTo(email).length > 0), { timeout: 300_000 })
    .toBe(true);
  const mails = people.map(({ email }) => ({ to: email, text: mailsTo(email).at(-1) ?? '' }));
  // Hashing a password takes most of a processor; the server has more than one.
  await Promise.all(mails.map((mail) => setPassword(baseURL, mail)));
  // One browser for all, so that what has been loaded once stays; each signs in for themselves.
  const page = await (await browser.newContext()).newPage();
  let actions = 0;
  for (const person of people) {
    actions += await compare(page, { baseURL: baseURL ?? '', person, random });
  }
  // Else the roles were such that nobody had a document in which something could be done.
  expect(actions).toBeGreaterThan(5);
  await page.context().close();
});

async function setPassword(baseURL: string | undefined, { text }: Mail): Promise<void> {
  const token = /token=([\w-]+)/.exec(text)?.[1];
  const answer = await post(baseURL, '/auth/reset-password', { token, password: PASSWORD });
  expect(answer.status).toBe(200);
}

const post = (baseURL: string | undefined, path: string, body: object): Promise<Response> =>
  fetch(`${baseURL}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

interface Comparing {
  readonly baseURL: string;
  readonly person: Invited;
  readonly random: ReturnType<typeof randomOf>;
}

/** Compares one person's menus, pages and buttons; answers how many actions of documents were. */
async function compare(page: Page, { baseURL, person, random }: Comparing): Promise<number> {
  const token = await signIn(page, { baseURL, person });
  /** Whether the server refuses this person a call; what it would do is not done (an empty body). */
  const refuses = async (method: 'GET' | 'POST', path: string): Promise<boolean> => {
    const answer = await fetch(`${baseURL}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    expect([200, 403, 422]).toContain(answer.status);
    return answer.status === 403;
  };
  const drawn = await menusOf(page);
  const expected = NAMES.filter((name) => person.menus.includes(name)).sort();
  expect([person.role, drawn.filter((name) => NAMES.includes(name)).sort()]).toEqual([
    person.role,
    expected,
  ]);
  for (const name of drawn) {
    const probe = PAGES[name];
    if (probe) expect([name, await refuses('GET', probe.read)]).toEqual([name, false]);
  }
  for (const name of random.several(NAMES, OPENED)) {
    const probe = PAGES[name] as Probe;
    const open = await opens(page, name, probe.path);
    const where = `${person.role}: ${name}`;
    expect([where, open]).toEqual([where, !(await refuses('GET', probe.read))]);
    if (!open || !probe.create) continue;
    const { button, path } = probe.create;
    const main = page.getByRole('main');
    const create = main
      .getByRole('button', { name: button, exact: true })
      .or(main.getByRole('link', { name: button, exact: true }));
    // The toolbar is drawn with the heading; its buttons do not wait for the rows.
    expect([where, button, (await create.count()) > 0]).toEqual([
      where,
      button,
      !(await refuses('POST', path)),
    ]);
  }
  const desk: Desk = {
    random,
    call: (method, path, body) =>
      fetch(`${baseURL}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
  const found = await busiestDocument(person, desk);
  return found === null ? 0 : compareActions(page, desk, found);
}

interface OfferedDocument {
  readonly id: string;
  readonly documentNo: string | null;
  readonly allowedActions: readonly string[];
}

interface Desk {
  readonly call: (method: string, path: string, body?: object) => Promise<Response>;
  readonly random: ReturnType<typeof randomOf>;
}
interface Found {
  readonly where: string;
  readonly probe: Probe;
  readonly document: OfferedDocument;
}

const dataOf = async <T>({ call }: Desk, path: string): Promise<T> =>
  ((await (await call('GET', path)).json()) as { data: T }).data;

/** How many documents of a kind are looked at, of which most are over. */
const SAMPLE = 6;

/** Of some documents that this person may see, the one in which they may do most. */
async function busiestDocument(person: Invited, desk: Desk): Promise<Found | null> {
  const found: Found[] = [];
  for (const name of person.menus) {
    const probe = PAGES[name];
    if (probe?.document === undefined) continue;
    const rows = await dataOf<OfferedDocument[]>(desk, `${probe.read}?limit=50`);
    if (rows.length === 0) continue;
    const where = `${person.role}: a document of ${name}`;
    for (const { id } of desk.random.several(rows, SAMPLE)) {
      found.push({
        where,
        probe,
        document: await dataOf<OfferedDocument>(desk, `${probe.read}/${id}`),
      });
    }
  }
  const most = ({ document }: Found) => document.allowedActions.length;
  return found.sort((a, b) => most(b) - most(a))[0] ?? null;
}

/**
 * Opens a document: what its action bar offers is what the server's machine allows, and no call behind
 * a button is refused for want of an ability. Answers how many actions were compared.
 */
async function compareActions(
  page: Page,
  { call }: Desk,
  { where, probe, document }: Found,
): Promise<number> {
  await goInside(page, `${probe.document}/${document.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    document.documentNo ?? textsOf(KIT, 'en')('document.draft'),
  );
  const shown = await page
    .locator('[data-action]:not([aria-disabled="true"])')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-action') ?? ''));
  // Beside many buttons the rest is in a menu, those that may not be used now marked.
  const inMenu = await page
    .locator('[data-more]')
    .evaluateAll((menus) => menus.flatMap((menu) => menu.getAttribute('data-more')?.split(' ')));
  const enabled = [...shown, ...inMenu.filter((action) => !action?.startsWith('!'))];
  // `update` and what is done on another page are links; a document's other actions are buttons. What
  // has no number yet is deleted instead of being cancelled.
  const isNumbered = document.documentNo !== null;
  const offered = document.allowedActions.filter(
    (action) => !enabled.includes(action) && (isNumbered || action !== 'cancel'),
  );
  expect([where, document.documentNo, 'allowed, but not offered', offered]).toEqual([
    where,
    document.documentNo,
    'allowed, but not offered',
    [],
  ]);
  for (const action of enabled) {
    // An empty body: what it would do is not done.
    const { status } = await call('POST', `${probe.read}/${document.id}/${action}`, {});
    expect([where, document.documentNo, action, status === 403]).toEqual([
      where,
      document.documentNo,
      action,
      false,
    ]);
  }
  return enabled.length;
}

/**
 * The shell as this person, in a browser that holds nothing of whoever was there before. The token
 * comes from the real sign-in; its form, which other journeys go through, would load the page twice.
 */
async function signIn(
  page: Page,
  { baseURL, person }: { readonly baseURL: string; readonly person: Invited },
): Promise<string> {
  const answer = await post(baseURL, '/auth/signin', { email: person.email, password: PASSWORD });
  const { accessToken } = (await answer.json()) as { readonly accessToken: string };
  await page.goto(`${baseURL}${NEUTRAL}`);
  await page.evaluate((token) => {
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem('token', token);
  }, accessToken);
  await page.context().clearCookies();
  await page.goto(baseURL);
  await expect(page.getByRole('banner')).toBeVisible();
  return accessToken;
}

/** Names of the pages in the sidebar, folded areas included. */
async function menusOf(page: Page): Promise<string[]> {
  const paths = await page
    .locator('#sidebar a')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
  return NAMES.filter((name) => paths.includes(PAGES[name]?.path ?? ''));
}

/** Goes to a page's address: it opens, or the visitor is sent to the blank page. */
async function opens(page: Page, name: string, path: string): Promise<boolean> {
  const title = name === 'dashboard' ? 'Dashboard' : titleOf(name, 'en');
  const heading = page.getByRole('heading', { level: 1, name: title, exact: true });
  await goInside(page, path);
  const blank = page.waitForURL((url) => url.pathname === '/').then(() => false);
  const shown = heading.waitFor().then(() => true);
  // The loser of the race ends with the page.
  blank.catch(() => undefined);
  shown.catch(() => undefined);
  return Promise.race([blank, shown]);
}
