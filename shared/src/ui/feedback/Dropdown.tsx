import BaseDropdown, { type DropdownProps } from 'antd/es/dropdown';
import { type ReactNode, useRef } from 'react';

/** antd's menu of a button, walked by arrows as soon as it is open; Escape leads back to the button. */
export function Dropdown({ onOpenChange, ...props }: DropdownProps): ReactNode {
  const opener = useRef<HTMLElement>(null);
  return (
    <BaseDropdown
      autoFocus
      {...props}
      onOpenChange={(open, info) => {
        const { activeElement } = document;
        if (open) opener.current = activeElement as HTMLElement | null;
        else if (activeElement?.closest('[role="menu"]')) opener.current?.focus();
        onOpenChange?.(open, info);
      }}
    />
  );
}
