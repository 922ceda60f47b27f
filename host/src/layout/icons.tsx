import type { ReactNode } from 'react';

/** The shell's own few icons, drawn here: an icon library would cost more than the header. */
const PATHS = {
  menu: 'M3 5h14M3 10h14M3 15h14',
  collapse: 'M3 5h14M9 10h8M3 15h14M6 7.5 3.5 10 6 12.5',
  reload: 'M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 2.5v3.2h-3.2',
  bell: 'M10 3a4.5 4.5 0 0 1 4.5 4.5c0 4 1.5 5.5 1.5 5.5H4s1.5-1.5 1.5-5.5A4.5 4.5 0 0 1 10 3ZM8.5 16a1.6 1.6 0 0 0 3 0',
  scan: 'M3 6V3.5h2.5M14.5 3.5H17V6M17 14v2.5h-2.5M5.5 16.5H3V14M6 7v6M8.5 7v6M11 7v6M14 7v6',
  search: 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM13 13l4 4',
  chevron: 'm6 8 4 4 4-4',
  next: 'm8 5 5 5-5 5',
  close: 'm5 5 10 10M15 5 5 15',
  check: 'm4 10.5 4 4 8-9',
  user: 'M10 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  settings:
    'M10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4',
  logout: 'M12 3.5H5v13h7M9 10h8M14 7l3 3-3 3',
  info: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM10 9v4.5M10 6.4v.1',
  warning: 'm10 3 7.5 13.5h-15L10 3ZM10 8v4M10 14.3v.1',
  error: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM7.5 7.5l5 5M12.5 7.5l-5 5',
  success: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM6.8 10.2l2.2 2.2 4.2-4.6',
  trash: 'M4 5.5h12M8 5.5V3.8h4v1.7M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5',
  page: 'M5 3h7l3 3v11H5V3ZM12 3v3h3',
} as const;

export type IconName = keyof typeof PATHS;

interface Props {
  readonly name: IconName;
  readonly size?: number;
  readonly className?: string | undefined;
}

/** Decoration beside a text or inside a labelled button: hidden from assistive technology. */
export function Icon({ name, size = 20, className }: Props): ReactNode {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
