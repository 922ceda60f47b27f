// What forms need, on a page of their own, in a drawer or in a dialog (docs/adr/0060).
import '../../ui/remainingTexts.ts';
import '../kitTexts.ts';

export { EditableDocumentPage } from '../document/EditableDocumentPage.tsx';
export { CallDialog, type CallDialogProps } from '../form/CallDialog.tsx';
export { FormPage } from '../form/FormPage.tsx';
export { fieldNames, formValuesOf, RecordForm } from '../form/RecordForm.tsx';
export { useSourceDocument } from '../form/useSourceDocument.tsx';
export { ExportButton } from '../list/LazyExportButton.tsx';
export { RecordDrawer, type RecordDrawerProps } from '../master/RecordDrawer.tsx';
