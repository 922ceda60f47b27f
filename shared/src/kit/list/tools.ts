// What stands around a list's rows: one file, which comes once the rows stand (docs/adr/0060).
import '../../ui/remainingTexts.ts';

export { ExportMenu } from './ExportMenu.tsx';
export { FilterBar } from './FilterBar.tsx';
export { HelpOverlay } from './HelpOverlay.tsx';
export { Pager } from './Pager.tsx';
export { SavedViews } from './SavedViews.tsx';
export { TableSettings } from './TableSettings.tsx';
