// What a document needs, on its page or in a drawer (docs/adr/0060).
import '../../ui/remainingTexts.ts';
import '../kitTexts.ts';

export { ActionDialog } from '../document/ActionDialog.tsx';
export { DocumentDrawer } from '../document/DocumentDrawer.tsx';
export { DocumentPage } from '../document/LazyDocumentPage.tsx';
export { PrintMenu } from '../document/LazyPrintMenu.tsx';
export { LinesTable, type LinesTableProps } from '../document/LinesTable.tsx';
export { PhotoButton } from '../document/PhotoButton.tsx';
export { useDraftDeletion } from '../document/useDraftDeletion.ts';
