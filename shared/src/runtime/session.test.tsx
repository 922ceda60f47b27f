import { act, render, screen } from '@testing-library/react';
import type { Profile } from '../contract/areas/auth.ts';
import { AbilityScope, Can, mayDo } from './ability.tsx';
import { readDraft, writeDraft, writeDraftSoon } from './drafts.ts';
import {
  endSession,
  expiresAt,
  getToken,
  hasSession,
  initialsOf,
  restoreSession,
  saveProfile,
  sessionStore,
  startSession,
  watchSession,
} from './session.ts';

const menu = (name: string, subMenus: never[] = []) => ({
  name,
  label: name,
  labels: { en: name, th: name },
  urlPath: `/${name}`,
  icon: null,
  isVisible: true,
  subMenus,
});

const profile = (changes: Partial<Profile> = {}): Profile => ({
  id: 'a1',
  email: 'a@demo.test',
  firstName: 'Anan',
  lastName: 'Srisuk',
  phone: null,
  locale: 'th',
  theme: 'light',
  mustChangePassword: false,
  role: {
    name: 'purchasing-officer',
    labelEn: 'Purchasing officer',
    labelTh: 'เจ้าหน้าที่จัดซื้อ',
    roleGroup: { name: 'purchasing' },
    dataScope: 'company',
    approvalLimit: null,
    discountLimitPercent: null,
    menus: [menu('purchase-requests')],
    permissions: [{ name: 'purchase-requests:create' }],
  },
  team: { name: 'Team A', position: 'head', teamType: 'sales' },
  companies: [],
  ...changes,
});

beforeEach(() => {
  localStorage.clear();
  endSession({ explicit: true });
});

test('signing in stores token, expiry in epoch ms and the role admin', () => {
  const before = Date.now();
  startSession({ accessToken: 'abc', expiresIn: 3600 });
  expect(getToken()).toBe('abc');
  expect(localStorage.getItem('token')).toBe('abc');
  expect(expiresAt()?.getTime()).toBeGreaterThanOrEqual(before + 3_600_000);
  expect(JSON.parse(localStorage.getItem('auth') ?? '{}').state).toEqual({
    logged: true,
    role: 'admin',
  });
});

test('a token, permissions or a profile alone is a session', () => {
  expect(hasSession()).toBe(false);
  for (const key of ['token', 'permissions', 'profile']) {
    localStorage.setItem(key, '[]');
    expect(hasSession()).toBe(true);
    localStorage.removeItem(key);
  }
  localStorage.setItem('exp', '1');
  expect(hasSession()).toBe(false);
});

test('the profile is stored raw, with its user and its permissions, and found again at start', () => {
  saveProfile(profile());
  expect(JSON.parse(localStorage.getItem('profile') ?? '')).toEqual(profile());
  expect(JSON.parse(localStorage.getItem('profileUser') ?? '')).toEqual({
    id: 'a1',
    firstName: 'Anan',
    lastName: 'Srisuk',
    initials: 'AS',
    team: 'Team A',
    locale: 'th',
  });
  expect(JSON.parse(localStorage.getItem('permissions') ?? '')).toContainEqual({
    subject: 'purchase-requests',
    action: 'view',
  });
  sessionStore.setState({ profile: null, user: null, grants: new Set() });
  expect(restoreSession()).toBe(true);
  expect(sessionStore.getState().user?.initials).toBe('AS');
  expect(mayDo('head:anything')).toBe(true);
});

test('signing out clears the five keys and keeps the looks', () => {
  startSession({ accessToken: 'abc', expiresIn: 60 });
  saveProfile(profile());
  localStorage.setItem('theme', '{"state":{"name":"dark"}}');
  endSession({ explicit: true });
  for (const key of ['token', 'exp', 'profile', 'profileUser', 'permissions']) {
    expect(localStorage.getItem(key)).toBeNull();
  }
  expect(localStorage.getItem('theme')).toContain('dark');
  expect(mayDo('purchase-requests:view')).toBe(false);
});

test('drafts survive a session that ran out, and nothing else', () => {
  saveProfile(profile());
  writeDraft('request', { remark: 'typed' });
  endSession({ explicit: false });
  expect(readDraft('request')).toBeNull();
  saveProfile(profile());
  expect(readDraft('request')?.value).toEqual({ remark: 'typed' });

  endSession({ explicit: false });
  saveProfile(profile({ id: 'b2' }));
  expect(readDraft('request')).toBeNull();
  saveProfile(profile());
  expect(readDraft('request')).toBeNull();

  writeDraft('request', { remark: 'again' });
  endSession({ explicit: true });
  saveProfile(profile());
  expect(readDraft('request')).toBeNull();
});

test('what was typed a moment ago survives a session that ran out, and no sign-out', () => {
  saveProfile(profile());
  writeDraftSoon('request', { remark: 'just typed' });
  endSession({ explicit: false });
  saveProfile(profile());
  expect(readDraft('request')?.value).toEqual({ remark: 'just typed' });

  writeDraftSoon('request', { remark: 'then signed out' });
  endSession({ explicit: true });
  saveProfile(profile());
  expect(readDraft('request')).toBeNull();
});

test('a grant appears on screen as soon as the profile brings it', () => {
  render(
    <AbilityScope>
      <Can I="purchase-requests:create">New request</Can>
      <Can I="purchase-requests:approve">Approve</Can>
    </AbilityScope>,
  );
  expect(screen.queryByText('New request')).toBeNull();
  act(() => saveProfile(profile()));
  expect(screen.getByText('New request')).toBeVisible();
  expect(screen.queryByText('Approve')).toBeNull();
});

test('managing everything approves everything but one’s own', () => {
  saveProfile(
    profile({
      role: { ...profile().role, permissions: [{ name: 'all:manage' }] } as Profile['role'],
    }),
  );
  expect(mayDo('purchase-orders:approve')).toBe(true);
  expect(mayDo('purchase-orders:approve-own')).toBe(false);
  saveProfile(
    profile({
      role: {
        ...profile().role,
        permissions: [{ name: 'all:manage' }, { name: 'purchase-orders:approve-own' }],
      } as Profile['role'],
    }),
  );
  expect(mayDo('purchase-orders:approve-own')).toBe(true);
});

test('the initial of a Thai name is its first consonant', () => {
  expect(initialsOf('เกษม', 'น้ำใจ')).toBe('กน');
  expect(initialsOf('', '')).toBe('');
});

test('a sign-out in another tab is noticed', () => {
  const ended = jest.fn();
  const stop = watchSession({ ended, changed: jest.fn() });
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  expect(ended).toHaveBeenCalledTimes(1);
  stop();
});
