import type { PageContribution } from '@boxyard/shared/contract/remote.ts';

/** A page as the guards see it: contributed pages always ask for a session. */
export interface GuardedPage extends PageContribution {
  /** Public pages are shown to everybody; `checkAuth` sends whoever is signed in away. */
  readonly access?: 'public' | 'signedIn';
  readonly checkAuth?: boolean;
}

const shown = { page: null, skipAbility: true } as const;

/** Pages that the sign-in entry draws; the shell leaves for them by loading the document. */
export const SIGNIN_PAGES: readonly GuardedPage[] = [
  {
    ...shown,
    name: 'Login',
    path: '/login',
    title: { en: 'Sign in', th: 'เข้าสู่ระบบ' },
    access: 'public',
    checkAuth: true,
    layout: 'Blank',
  },
  {
    ...shown,
    name: 'Register',
    path: '/register',
    title: { en: 'Sign up', th: 'สมัครใช้งาน' },
    access: 'public',
    checkAuth: true,
    layout: 'Blank',
  },
  {
    ...shown,
    name: 'ForgotPassword',
    path: '/forgot-password',
    title: { en: 'Forgot password', th: 'ลืมรหัสผ่าน' },
    access: 'public',
    checkAuth: true,
    layout: 'Blank',
  },
  {
    ...shown,
    name: 'Logout',
    path: '/logout',
    title: { en: 'Sign out', th: 'ออกจากระบบ' },
    access: 'public',
    layout: 'Blank',
  },
];

/** What an operator holds: who manages the system. */
export const OPERATES = 'system-menu:operate';

/** The host's own pages (specification 2), and the operator's (architecture 4). */
export const HOST_PAGES = {
  BlankPage: { ...shown, name: 'BlankPage', path: '/', title: { en: 'Home', th: 'หน้าแรก' } },
  Profile: {
    ...shown,
    name: 'Profile',
    path: '/profile',
    title: { en: 'Profile', th: 'โปรไฟล์' },
  },
  dashboard: {
    name: 'dashboard',
    path: '/dashboard',
    title: { en: 'Dashboard', th: 'แดชบอร์ด' },
    page: 'dashboard',
    roles: 'all',
  },
  DashboardWork: {
    name: 'DashboardWork',
    path: '/dashboard/work',
    title: { en: 'My work', th: 'งานของฉัน' },
    page: 'dashboard',
    roles: 'all',
    parent: 'dashboard',
  },
  SystemRemotes: {
    ...shown,
    name: 'SystemRemotes',
    path: '/system/remotes',
    title: { en: 'Parts of the application', th: 'ส่วนต่าง ๆ ของระบบ' },
    needs: OPERATES,
    roles: 'admin',
  },
  NotFound: {
    ...shown,
    name: 'NotFound',
    path: '/*',
    title: { en: 'Page not found', th: 'ไม่พบหน้าที่ต้องการ' },
    access: 'public',
    layout: 'Blank',
  },
} as const satisfies Record<string, GuardedPage>;

export type HostPageName = keyof typeof HOST_PAGES;
