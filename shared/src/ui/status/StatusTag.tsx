import type { ComponentType, ReactNode } from 'react';
import type { Machine, Tone } from '../../domain/index.ts';
import { ClockIcon, ErrorIcon, NeutralIcon, SuccessIcon, WarningIcon } from '../icons.ts';
import { useKitText } from '../useKitText.ts';
import classes from './status.module.css';

/** Each tone has an icon, so that colour is never the only carrier (design, "Colour"). */
const ICONS: Readonly<Record<Tone, ComponentType<{ 'aria-hidden'?: boolean }>>> = {
  neutral: NeutralIcon,
  processing: ClockIcon,
  success: SuccessIcon,
  warning: WarningIcon,
  error: ErrorIcon,
};

export interface ToneTagProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** A soft tag in one of the five tones, for what no machine describes (active, low stock…). */
export function ToneTag({ tone, children }: ToneTagProps): ReactNode {
  const Icon = ICONS[tone];
  return (
    <span className={`${classes.tag} ${classes[tone]}`}>
      <Icon aria-hidden />
      {children}
    </span>
  );
}

export interface StatusTagProps {
  readonly machine: Machine;
  readonly status: string;
}

/** Keys of a status's name in the kit's bundle: the machine's own words, or what all documents say. */
export const statusKey = (machine: Machine, status: string): string[] => [
  `status.${machine.id}.${status}`,
  `status.document.${status}`,
];

/** Text and colour of a status come from one table, keyed by machine and status. */
export function StatusTag({ machine, status }: StatusTagProps): ReactNode {
  const t = useKitText();
  return (
    <ToneTag tone={machine.states[status]?.tone ?? 'neutral'}>
      {t(statusKey(machine, status))}
    </ToneTag>
  );
}
