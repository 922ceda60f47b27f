// What a list and a master need until their rows stand, and what resources are made of
// (docs/adr/0060). Anything heavier than that is loaded by them when it is opened.
import '../kitTexts.ts';

export * from '../document/documentActions.ts';
export { known } from '../document/known.ts';
export * from '../form/fields.tsx';
export { LogoField } from '../form/LazyLogoField.tsx';
export { useUnsavedGuard } from '../form/useUnsavedGuard.ts';
export { ImportButton } from '../import/ImportButton.tsx';
export { LabelButton, LabelDialog } from '../labels/LabelButton.tsx';
export { ListPage } from '../list/ListPage.tsx';
export * from '../list/listState.ts';
export { PAGE_SIZES } from '../list/pageSizes.ts';
export * from '../list/useListState.ts';
export { MasterPage } from '../master/MasterPage.tsx';
export { MatchNotice } from '../matches/LazyMatchNotice.tsx';
export { type Match, useMatches } from '../matches/useMatches.ts';
export { BackLink } from '../page/BackLink.tsx';
export { PageFrame, PageHead, RecordHead } from '../page/PageFrame.tsx';
export { PageTitle } from '../page/PageTitle.tsx';
export { TabbedPage } from '../page/TabbedPage.tsx';
export type * from '../page/types.ts';
export { useCrumb } from '../page/useCrumb.ts';
export { useHotkeys } from '../page/useHotkeys.ts';
export { useQueryKey, useQueryParams } from '../page/useQueryParams.ts';
export { useTabParam } from '../page/useTabParam.ts';
export type { Column, ColumnFactory, ColumnOptions } from '../resource/columns.tsx';
export * from '../resource/defineResource.ts';
export type * from '../resource/types.ts';
export { type ResourceText, useResourceText } from '../resource/useResourceText.ts';
