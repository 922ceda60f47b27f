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
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { piecesOf } from '../federation/index.ts';
import { useShellText } from '../i18n/texts.ts';
import {
  commandEntry,
  inOrder,
  type PaletteEntry,
  type PaletteGroup,
  search,
  shownGroups,
} from './entries.ts';
import { recentRecords } from './recent.ts';
import { type Found, type Hit, useRecords } from './records.ts';

/** Records shown that were opened last. */
const RECENT = 6;

const HIDDEN = new Set(['Login', 'Register', 'ForgotPassword', 'NotFound', 'BlankPage']);

/** What the area of an address is called. */
function useAreaOf(): (path: string) => string {
  const t = useShellText();
  return (path) => t(`areas.${path.split('/')[1]}`, { defaultValue: '' });
}

/** Every page that may be opened without choosing a record first; those that make one are actions. */
function usePages(): Record<'plain' | 'creating', PaletteEntry[]> {
  const areaOf = useAreaOf();
  const navigate = useNavigate();
  flagStore();
  const open = allPages().filter(({ name, path, requiresPrevious }) => {
    const plain = !path.includes(':') && !path.includes('*') && !requiresPrevious;
    return plain && !HIDDEN.has(name) && mayOpen(name);
  });
  const entryOf = ({ name, path, title }: (typeof open)[number]): PaletteEntry => ({
    id: `page:${name}`,
    title,
    aside: areaOf(path),
    words: name,
    run: () => void navigate(path),
  });
  const creates = ({ needs }: (typeof open)[number]) => needs?.endsWith(':create') === true;
  return {
    plain: open.filter((page) => !creates(page)).map(entryOf),
    creating: open.filter(creates).map(entryOf),
  };
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

/** Records that were opened last; what is no longer allowed is left out. */
function useRecent(): PaletteEntry[] {
  const pick = usePick();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [recent] = useState(recentRecords);
  return recent
    .filter(({ page, path }) => path !== pathname && mayOpen(page))
    .slice(0, RECENT)
    .map(({ title, path, page }) => ({
      id: `recent:${path}`,
      title: { en: title, th: title },
      aside: pick(pageOf(page)?.title ?? { en: '', th: '' }),
      words: '',
      run: () => void navigate(path),
    }));
}

/** What the palette shows for a text: what was open last, actions, pages, and records of every area. */
export function useGroups(text: string): { groups: PaletteGroup[]; isWaiting: boolean } {
  const t = useShellText();
  const pick = usePick();
  const areaOf = useAreaOf();
  const navigate = useNavigate();
  const { found, hasFailed, isWaiting, retry } = useRecords(text);
  const pages = usePages();
  const recent = useRecent();
  const isPlain = text.trim() === '';
  const own = [
    {
      id: 'recent',
      label: t('palette.recent'),
      // A text finds them among the other records.
      entries: isPlain ? recent : [],
    },
    {
      id: 'actions',
      label: t('palette.actions'),
      entries: search([...pages.creating, ...useCommands()], text),
    },
    { id: 'pages', label: t('palette.pages'), entries: search(pages.plain, text) },
  ];
  const entryOf = (provider: Found['provider'], hit: Hit): PaletteEntry => {
    const title = [hit.code, hit.title].filter(Boolean).join(' ') || t('palette.draft');
    return {
      id: `${provider.name}:${hit.id}`,
      title: { en: title, th: title },
      aside: hit.subtitle,
      date: hit.date,
      status: hit.status,
      words: '',
      run: () => void navigate(hit.path),
    };
  };
  const records = found.map(
    (one): PaletteGroup => ({
      id: one.provider.name,
      label: pick(one.provider.title),
      aside: areaOf(pageOf(one.provider.opens.page)?.path ?? ''),
      entries: one.hits.map((hit) => entryOf(one.provider, hit)),
      retry: one.hasFailed ? retry : undefined,
    }),
  );
  const failed: PaletteGroup = {
    id: 'records',
    label: t('palette.records'),
    entries: [],
    retry: hasFailed ? retry : undefined,
  };
  const first = isPlain ? own : inOrder(own, text);
  return { groups: shownGroups([...first, ...records, failed]), isWaiting };
}
