import { addTexts } from '../runtime/i18n.ts';
import en from './i18n/en.json';
import th from './i18n/th.json';

// The kit's texts come with the kit, whoever loads it first.
addTexts('kit', { en, th });

export { DocumentPage } from './document/DocumentPage.tsx';
export * from './document/documentActions.ts';
export { known } from './document/known.ts';
export { LinesTable, type LinesTableProps } from './document/LinesTable.tsx';
export { useDraftDeletion } from './document/useDraftDeletion.ts';
export { CallDialog, type CallDialogProps } from './form/CallDialog.tsx';
export { FormPage } from './form/FormPage.tsx';
export * from './form/fields.tsx';
export { fieldNames, formValuesOf, RecordForm } from './form/RecordForm.tsx';
export { useSourceDocument } from './form/useSourceDocument.tsx';
export { useUnsavedGuard } from './form/useUnsavedGuard.ts';
export { ImportButton } from './import/ImportButton.tsx';
export { LabelButton, LabelDialog } from './labels/LabelButton.tsx';
export { ExportButton } from './list/ExportMenu.tsx';
export { ListPage, PAGE_SIZES } from './list/ListPage.tsx';
export * from './list/listState.ts';
export * from './list/useListState.ts';
export { MasterPage } from './master/MasterPage.tsx';
export { RecordDrawer, type RecordDrawerProps } from './master/RecordDrawer.tsx';
export { BackLink } from './page/BackLink.tsx';
export { PageFrame, PageHead, RecordHead } from './page/PageFrame.tsx';
export { PageTitle } from './page/PageTitle.tsx';
export type * from './page/types.ts';
export { useCrumb } from './page/useCrumb.ts';
export { useHotkeys } from './page/useHotkeys.ts';
export { useQueryKey, useQueryParams } from './page/useQueryParams.ts';
export { useTabParam } from './page/useTabParam.ts';
export { ReportPage } from './report/ReportPage.tsx';
export type { Column, ColumnFactory, ColumnOptions } from './resource/columns.tsx';
export * from './resource/defineResource.ts';
export type * from './resource/types.ts';
export { type ResourceText, useResourceText } from './resource/useResourceText.ts';
