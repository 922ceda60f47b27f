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
        // Once the key that chose is done with: an Enter would go on to press the button that it finds.
        else if (activeElement?.closest('[role="menu"]')) setTimeout(() => opener.current?.focus());
        onOpenChange?.(open, info);
      }}
    />
  );
}
