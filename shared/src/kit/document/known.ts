import type { ReactNode } from 'react';
import type { Fact } from '../page/types.ts';

/** A fact that a document states only where it is known: none for what is absent or empty. */
export function known(key: string, value: ReactNode): Fact[];
export function known<V>(
  key: string,
  value: V | null | undefined,
  show: (value: V) => ReactNode,
): Fact[];
export function known<V>(
  key: string,
  value: V | null | undefined,
  show: (value: V) => ReactNode = (text) => text as ReactNode,
): Fact[] {
  if (value === null || value === undefined || value === '') return [];
  return [{ key, value: show(value) }];
}
