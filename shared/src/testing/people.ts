import type { Profile } from '../contract/areas/auth.ts';
import { PAGE_VERBS, ROLE_SEEDS } from '../domain/access/pages.ts';

/** Abilities of a seeded role, as its menus and permissions give them (spec/permissions.json). */
export function abilitiesOf(role: string): readonly string[] {
  const seed = ROLE_SEEDS.find(({ name }) => name === role);
  if (!seed) throw new Error(`no role is named "${role}"`);
  const own = seed.permissions ?? [];
  // Every menu, and what the role itself names: `approve-own` comes with neither.
  if (seed.pages === 'all')
    return [...Object.keys(PAGE_VERBS).map((page) => `${page}:view`), ...own];
  const pages = Object.entries(seed.pages).flatMap(([page, verbs]) => [
    `${page}:view`,
    ...verbs.map((verb) => `${page}:${verb}`),
  ]);
  return [...pages, ...own];
}

export interface PersonOptions {
  readonly role?: string;
  /** Instead of a role's abilities. */
  readonly abilities?: readonly string[];
  readonly id?: string;
  readonly approvalLimit?: string | null;
  readonly locale?: 'en' | 'th';
}

/** The id of the person who looks at a page in a test. */
export const TEST_USER_ID = '00000000-0000-7000-8000-000000000001';

/** A profile as `auth/profile` answers it. */
export function profileOf(options: PersonOptions = {}): Profile {
  const { role = 'system-admin', id = TEST_USER_ID, locale = 'en' } = options;
  const seed = ROLE_SEEDS.find(({ name }) => name === role);
  const names = options.abilities ?? abilitiesOf(role);
  return {
    id,
    email: `${role}@demo.test`,
    firstName: 'Somchai',
    lastName: 'Jaidee',
    phone: null,
    locale,
    theme: 'light',
    mustChangePassword: false,
    role: {
      name: options.abilities ? 'tester' : role,
      labelEn: seed?.labelEn ?? role,
      labelTh: seed?.labelTh ?? role,
      roleGroup: null,
      dataScope: seed?.dataScope ?? 'all',
      approvalLimit:
        options.approvalLimit === undefined ? (seed?.approvalLimit ?? null) : options.approvalLimit,
      discountLimitPercent: seed?.discountLimitPercent ?? null,
      menus: [],
      permissions: names.map((name) => ({ name })),
    },
    team: null,
    companies: [],
  };
}
