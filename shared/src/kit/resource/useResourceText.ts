import { useCallback } from 'react';
import { useT } from '../../runtime/i18n.ts';
import type { Resource } from './defineResource.ts';

export type ResourceText = (
  key: string | readonly string[],
  params?: Readonly<Record<string, unknown>>,
) => string;

/**
 * Texts of a resource: `<texts>.<key>` of its remote, else what the kit calls it (`common.<key>`),
 * so that "code", "status" and "created" are not written again in every remote.
 */
export function useResourceText(resource: Pick<Resource, 'texts' | 'sharedTexts'>): ResourceText {
  const { texts, sharedTexts } = resource;
  const [namespace = '', path = ''] = texts.split(':');
  const t = useT(namespace);
  return useCallback(
    (key, params = {}) => {
      const keys = typeof key === 'string' ? [key] : key;
      return t(
        [
          ...keys.map((one) => `${path}.${one}`),
          ...(sharedTexts === undefined ? [] : keys.map((one) => `${sharedTexts}.${one}`)),
          ...keys.map((one) => `kit:common.${one}`),
        ],
        params,
      ) as string;
    },
    [t, path, sharedTexts],
  );
}

/** `warehouseId` is called what `warehouse` is called. */
export const fieldKeys = (name: string): readonly string[] =>
  /Ids?$/.test(name) ? [`field.${name}`, `field.${name.replace(/Ids?$/, '')}`] : [`field.${name}`];
