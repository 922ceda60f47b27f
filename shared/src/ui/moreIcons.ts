import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined';
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined';
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined';
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined';
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined';
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined';
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import SlidersOutlined from '@ant-design/icons/es/icons/SlidersOutlined';
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined';
import type { FC } from 'react';
import { type IconProps, icon } from './icon.ts';

// What nothing is drawn with until a list's rows stand.
export const CalendarIcon: FC<IconProps> = icon(CalendarOutlined);
export const CheckIcon: FC<IconProps> = icon(CheckOutlined);
export const DeleteIcon: FC<IconProps> = icon(DeleteOutlined);
export const DownloadIcon: FC<IconProps> = icon(DownloadOutlined);
export const EditIcon: FC<IconProps> = icon(EditOutlined);
export const EyeIcon: FC<IconProps> = icon(EyeOutlined);
export const FilterIcon: FC<IconProps> = icon(FilterOutlined);
export const MoreIcon: FC<IconProps> = icon(MoreOutlined);
export const AttachmentIcon: FC<IconProps> = icon(PaperClipOutlined);
export const RightIcon: FC<IconProps> = icon(RightOutlined);
export const SlidersIcon: FC<IconProps> = icon(SlidersOutlined);
export const StarIcon: FC<IconProps> = icon(StarOutlined);
