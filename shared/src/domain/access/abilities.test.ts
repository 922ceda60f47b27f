import {
  can,
  explainAbilities,
  grantSet,
  grantsOf,
  isReservedName,
  sourcedGrantsOf,
} from './abilities.ts';
import endpoints from './endpoints.json' with { type: 'json' };
import { allAbilities, PAGE_VERBS, ROLE_SEEDS, ROUTES } from './pages.ts';

describe('the project’s own lists', () => {
  it('hold all that the specification names, beside what was added', () => {
    const given = ROUTES.filter(({ added }) => !added);
    const pages = new Set(given.map(({ page }) => page));
    const added = new Set(ROUTES.map(({ page }) => page).filter((page) => !pages.has(page)));
    expect(given).toHaveLength(108);
    expect(endpoints.endpoints).toHaveLength(444);
    expect(Object.keys(PAGE_VERBS).filter((page) => !added.has(page))).toHaveLength(58);
    expect(ROLE_SEEDS).toHaveLength(13);
  });

  it('grant roles only verbs that exist', () => {
    const known = new Set(allAbilities());
    for (const role of ROLE_SEEDS) {
      if (role.pages === 'all') continue;
      for (const [page, verbs] of Object.entries(role.pages)) {
        for (const verb of ['view', ...verbs]) expect(known).toContain(`${page}:${verb}`);
      }
    }
  });
});

describe('abilities (specification 6)', () => {
  const source = {
    role: {
      name: 'buyer',
      roleGroup: { name: 'purchasing' },
      menus: [{ name: 'purchase-management', subMenus: [{ name: 'purchase-orders' }] }],
      permissions: [{ name: 'purchase-orders:create' }],
    },
    team: { position: 'leader', teamType: 'sales' },
  };

  it('come from menus, permissions, group, role, position and team type', () => {
    expect(grantsOf(source).map(({ subject, action }) => `${subject}:${action}`)).toEqual([
      'purchase-management:view',
      'purchase-orders:view',
      'purchase-orders:create',
      'purchasing:manage',
      'buyer:manage',
      'leader:manage',
      'sales:manage',
    ]);
  });

  it('name everything that gave them', () => {
    const twice = sourcedGrantsOf({
      role: { ...source.role, name: 'sales', permissions: [{ name: 'purchase-orders:view' }] },
      team: source.team,
    });
    const sources = new Map(twice.map((grant) => [`${grant.subject}:${grant.action}`, grant]));
    expect(sources.get('purchase-orders:view')?.sources).toEqual([
      { kind: 'menu', name: 'purchase-orders' },
      { kind: 'permission', name: 'purchase-orders:view' },
    ]);
    expect(sources.get('sales:manage')?.sources).toEqual([
      { kind: 'role', name: 'sales' },
      { kind: 'teamType', name: 'sales' },
    ]);
  });

  it('are explained by what gives each of them, and by nothing that does not', () => {
    const grants = sourcedGrantsOf({
      role: {
        name: 'chief',
        roleGroup: null,
        menus: [{ name: 'users' }],
        permissions: [{ name: 'all:manage' }, { name: 'users:create' }],
      },
      team: { position: 'users', teamType: null },
    });
    const known = ['users:view', 'users:create', 'roles:view', 'receipt:approve-own'];
    const explained = new Map(
      explainAbilities(grants, known).map(({ ability, sources }) => [
        ability,
        sources.map(({ kind, name }) => `${kind} ${name}`),
      ]),
    );
    expect(explained.get('users:view')).toEqual([
      'menu users',
      'permission all:manage',
      'teamPosition users',
    ]);
    expect(explained.get('users:create')).toEqual([
      'permission all:manage',
      'permission users:create',
      'teamPosition users',
    ]);
    expect(explained.get('roles:view')).toEqual(['permission all:manage']);
    expect(explained.has('receipt:approve-own')).toBe(false);
  });

  it.each(ROLE_SEEDS)('of $name are explained exactly where they count', (seed) => {
    const pages = seed.pages === 'all' ? {} : seed.pages;
    const grants = sourcedGrantsOf({
      role: {
        name: seed.name,
        roleGroup: { name: seed.roleGroup },
        menus: Object.keys(pages).map((name) => ({ name })),
        permissions: [
          ...Object.entries(pages).flatMap(([page, verbs]) =>
            verbs.map((verb) => ({ name: `${page}:${verb}` })),
          ),
          ...(seed.permissions ?? []).map((name) => ({ name })),
        ],
      },
      team: { position: 'leader', teamType: 'engineer' },
    });
    const held = allAbilities().filter((ability) => can(grantSet(grants), ability));
    expect(explainAbilities(grants, allAbilities()).map(({ ability }) => ability)).toEqual(held);
  });

  it('are none without a role or team', () => {
    expect(grantsOf({ role: null, team: null })).toEqual([]);
  });

  it.each([
    [['all:manage'], 'purchase-orders:approve', true],
    [['purchase-orders:manage'], 'purchase-orders:approve', true],
    [['purchase-orders:manage'], 'purchase-requests:approve', false],
    [['all:view'], 'purchase-orders:view', true],
    [['all:view'], 'purchase-orders:create', false],
    [['all:manage'], 'purchase-orders:approve-own', false],
    [['purchase-orders:manage'], 'purchase-orders:approve-own', false],
    [['purchase-orders:approve-own'], 'purchase-orders:approve-own', true],
  ])('%j may %s: %s', (held, ability, expected) => {
    const grants = grantSet(
      held.map((name) => {
        const [subject = '', action = ''] = name.split(':');
        return { subject, action };
      }),
    );
    expect(can(grants, ability)).toBe(expected);
  });

  it.each([
    ['all', true],
    ['ALL ', true],
    ['Users', true],
    ['ｕｓｅｒｓ', true],
    [' Leader', true],
    ['sales', true],
    ['buyer', false],
  ])('the name %s is reserved: %s', (name, expected) => {
    expect(isReservedName(name, Object.keys(PAGE_VERBS))).toBe(expected);
  });
});
