/**
 * What only some pages draw with: choices, dialogs, panels (docs/adr/0060). antd's parts by deep path:
 * the barrel would carry everything (toolchain). Not here because the kit has its own, smaller or more
 * exact: Table, Tabs, DatePicker, Upload, Timeline, Drawer, Dropdown, Modal.
 */
import '../remainingTexts.ts';

export { default as Checkbox } from 'antd/es/checkbox';
export { default as Form } from 'antd/es/form';
export { default as Popover } from 'antd/es/popover';
export { default as Select } from 'antd/es/select';
export { default as Skeleton } from 'antd/es/skeleton';
export { default as Space } from 'antd/es/space';
export { default as Switch } from 'antd/es/switch';
export { default as Tooltip } from 'antd/es/tooltip';
export * from '../chart/Chart.tsx';
export * from '../chart/formatFigure.ts';
export { PieceAnswer, PieceFigures, PieceRows } from '../data/PieceRows.tsx';
export { Drawer } from '../feedback/Drawer.tsx';
export { Dropdown } from '../feedback/Dropdown.tsx';
export { Modal } from '../feedback/Modal.tsx';
export * from '../files/Attachments.tsx';
export * from '../history/DiffTable.tsx';
export * from '../history/Timeline.tsx';
export * from '../inputs/DatePicker.tsx';
export * from '../inputs/FigureInput.tsx';
export { FileChoice } from '../inputs/FileChoice.tsx';
export { SignaturePad } from '../inputs/LazySignaturePad.tsx';
export * from '../inputs/RecordSelect.tsx';
export * from '../moreIcons.ts';
