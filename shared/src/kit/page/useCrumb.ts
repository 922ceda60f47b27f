import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { useLocale } from '../../runtime/i18n.ts';
import { clearCrumb, setCrumb } from '../../runtime/navigation.ts';
import type { Resource } from '../resource/defineResource.ts';

/** Names the open record in the path above the page for as long as it is open. */
export function useCrumb(route: string | undefined, name: string): void {
  useEffect(() => {
    if (route === undefined || name === '') return;
    setCrumb(route, name);
    return () => clearCrumb(route);
  }, [route, name]);
}

/** Names an open record of a resource, and what stands above it, in the path above its page. */
export function useRecordCrumbs(resource: object, record: unknown, name: string): void {
  const locale = useLocale();
  const params = useParams();
  const { crumbs, routes } = resource as Pick<Resource, 'crumbs' | 'routes'>;
  useCrumb(routes?.document, name);
  const above = record && crumbs ? crumbs(record as never, { locale, params }) : {};
  const said = JSON.stringify(above);
  useEffect(() => {
    const names = Object.entries(JSON.parse(said) as Readonly<Record<string, string>>);
    for (const [route, text] of names) if (text !== '') setCrumb(route, text);
    return () => {
      for (const [route] of names) clearCrumb(route);
    };
  }, [said]);
}
