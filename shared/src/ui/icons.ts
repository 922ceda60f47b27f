import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined';
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined';
import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined';
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined';
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined';
import CloseCircleOutlined from '@ant-design/icons/es/icons/CloseCircleOutlined';
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined';
import ExclamationCircleOutlined from '@ant-design/icons/es/icons/ExclamationCircleOutlined';
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined';
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined';
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined';
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import MinusCircleOutlined from '@ant-design/icons/es/icons/MinusCircleOutlined';
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined';
import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined';
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined';
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined';
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined';
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined';
import type { ComponentProps, FC } from 'react';
import { createElement } from 'react';

type IconProps = Omit<ComponentProps<typeof CloseOutlined>, 'ref'>;

/**
 * The icons remotes may use: one set, by deep path, so that only these are carried. An icon repeats
 * what its text says, so it is hidden from those who listen; antd's own would say its English name.
 */
const icon = (Drawing: unknown): FC<IconProps> =>
  function Icon(props) {
    return createElement(Drawing as FC<Record<string, unknown>>, {
      role: 'presentation',
      'aria-hidden': true,
      'aria-label': undefined,
      ...props,
    });
  };

export const ArrowDownIcon: FC<IconProps> = icon(ArrowDownOutlined);
export const ArrowUpIcon: FC<IconProps> = icon(ArrowUpOutlined);
export const CalendarIcon: FC<IconProps> = icon(CalendarOutlined);
export const CheckIcon: FC<IconProps> = icon(CheckOutlined);
export const SuccessIcon: FC<IconProps> = icon(CheckCircleOutlined);
export const ClockIcon: FC<IconProps> = icon(ClockCircleOutlined);
export const ErrorIcon: FC<IconProps> = icon(CloseCircleOutlined);
export const CloseIcon: FC<IconProps> = icon(CloseOutlined);
export const DeleteIcon: FC<IconProps> = icon(DeleteOutlined);
export const DownIcon: FC<IconProps> = icon(DownOutlined);
export const UpIcon: FC<IconProps> = icon(UpOutlined);
export const DownloadIcon: FC<IconProps> = icon(DownloadOutlined);
export const EditIcon: FC<IconProps> = icon(EditOutlined);
export const WarningIcon: FC<IconProps> = icon(ExclamationCircleOutlined);
export const EyeIcon: FC<IconProps> = icon(EyeOutlined);
export const FilterIcon: FC<IconProps> = icon(FilterOutlined);
export const InboxIcon: FC<IconProps> = icon(InboxOutlined);
export const LeftIcon: FC<IconProps> = icon(LeftOutlined);
export const NeutralIcon: FC<IconProps> = icon(MinusCircleOutlined);
export const MoreIcon: FC<IconProps> = icon(MoreOutlined);
export const AttachmentIcon: FC<IconProps> = icon(PaperClipOutlined);
export const PlusIcon: FC<IconProps> = icon(PlusOutlined);
export const PrintIcon: FC<IconProps> = icon(PrinterOutlined);
export const HelpIcon: FC<IconProps> = icon(QuestionCircleOutlined);
export const ReloadIcon: FC<IconProps> = icon(ReloadOutlined);
export const RightIcon: FC<IconProps> = icon(RightOutlined);
export const SearchIcon: FC<IconProps> = icon(SearchOutlined);
export const SettingIcon: FC<IconProps> = icon(SettingOutlined);
export const StarIcon: FC<IconProps> = icon(StarOutlined);
export const UploadIcon: FC<IconProps> = icon(UploadOutlined);
