import {
  allPages,
  commandStore,
  flagStore,
  mayDo,
  mayOpen,
  pageOf,
  pathOf,
  useAllowed,
  usePick,
} from '@boxyard/shared/runtime';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { piecesOf } from '../federation/index.ts';
import { useShellText } from '../i18n/texts.ts';
import {
  commandEntry,
  type PaletteEntry,
  type PaletteGroup,
  search,
  shownGroups,
} from './entries.ts';
import { type Found, type Hit, useRecords } from './records.ts';

const HIDDEN = new Set(['Login', 'Register', 'ForgotPassword', 'NotFound', 'BlankPage']);

/** What the area of an address is called. */
function useAreaOf(): (path: string) => string {
  const t = useShellText();
  return (path) => t(`areas.${path.split('/')[1]}`, { defaultValue: '' });
}

/** Every page that may be opened without choosing a record first. */
function usePages(): PaletteEntry[] {
  const areaOf = useAreaOf();
  const navigate = useNavigate();
  flagStore();
  return allPages()
    .filter(({ name, path, requiresPrevious }) => {
      const plain = !path.includes(':') && !path.includes('*') && !requiresPrevious;
      return plain && !HIDDEN.has(name) && mayOpen(name);
    })
    .map(({ name, path, title }) => ({
      id: `page:${name}`,
      title,
      aside: areaOf(path),
      words: name,
      run: () => void navigate(path),
    }));
}

/** What the open page offers, and what the remotes contribute. */
function useCommands(): PaletteEntry[] {
  const areaOf = useAreaOf();
  const navigate = useNavigate();
  const offered = commandStore((state) => state.commands);
  const all = useMemo(() => piecesOf('commands'), []);
  const contributed = useAllowed(all).filter(({ page }) => mayOpen(page));
  return [
    ...offered.filter(({ ability }) => ability === undefined || mayDo(ability)).map(commandEntry),
    ...contributed.map(({ name, title, page, query, keywords }) => ({
      id: `command:${name}`,
      title,
      aside: areaOf(pageOf(page)?.path ?? ''),
      words: keywords ?? '',
      run: () => void navigate(pathOf(page, {}, query)),
    })),
  ];
}

/** What the palette shows for a text: actions, pages, and records of every area. */
export function useGroups(text: string): { groups: PaletteGroup[]; isWaiting: boolean } {
  const t = useShellText();
  const pick = usePick();
  const areaOf = useAreaOf();
  const navigate = useNavigate();
  const { found, isWaiting } = useRecords(text);
  const actions = {
    id: 'actions',
    label: t('palette.actions'),
    entries: search(useCommands(), text),
  };
  const pages = { id: 'pages', label: t('palette.pages'), entries: search(usePages(), text) };
  const entryOf = (provider: Found['provider'], hit: Hit): PaletteEntry => {
    const title = [hit.code, hit.title].filter(Boolean).join(' ') || t('palette.draft');
    return {
      id: `${provider.name}:${hit.id}`,
      title: { en: title, th: title },
      aside: hit.subtitle,
      words: '',
      run: () => void navigate(hit.path),
    };
  };
  const records = found.map(
    ({ provider, hits, hasFailed, retry }): PaletteGroup => ({
      id: provider.name,
      label: pick(provider.title),
      aside: areaOf(pageOf(provider.opens.page)?.path ?? ''),
      entries: hits.map((hit) => entryOf(provider, hit)),
      retry: hasFailed ? retry : undefined,
    }),
  );
  // Nothing typed: what can be done comes first. Else what is called so.
  const first = text.trim() === '' ? [actions, pages] : [pages, actions];
  return { groups: shownGroups([...first, ...records]), isWaiting };
}
