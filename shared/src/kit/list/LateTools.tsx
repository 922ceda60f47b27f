import { lazyParts } from '../../runtime/lazyParts.tsx';

/** Choices, menus and panels weigh more than the rows: nobody waits for them to see a list. */
export const listTools = lazyParts(() => import(/* webpackChunkName: "listTools" */ './tools.ts'));

export const ExportMenu = listTools.part(({ ExportMenu }) => ExportMenu);
export const FilterBar = listTools.part(({ FilterBar }) => FilterBar);
export const HelpOverlay = listTools.part(({ HelpOverlay }) => HelpOverlay);
export const Pager = listTools.part(({ Pager }) => Pager);
export const SavedViews = listTools.part(({ SavedViews }) => SavedViews);
export const TableSettings = listTools.part(({ TableSettings }) => TableSettings);
