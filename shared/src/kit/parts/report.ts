// What a report needs (docs/adr/0060).
import '../../ui/remainingTexts.ts';
import '../kitTexts.ts';

export { ReportPage, type ReportTool } from '../report/ReportPage.tsx';
