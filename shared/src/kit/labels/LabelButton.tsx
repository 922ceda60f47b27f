import type { ButtonProps } from 'antd/es/button';
import Button from 'antd/es/button';
import { type ReactNode, Suspense, useState } from 'react';
import type { LabelItem } from '../../contract/areas/tracing.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { PrintIcon } from '../../ui/icons.ts';
import { useKitText } from '../../ui/useKitText.ts';

export interface LabelsProps {
  /** What is printed, and how many of each to begin with. */
  readonly items: readonly LabelItem[];
  readonly onClose: () => void;
}

/** Comes with the first label that is printed. */
export const LabelDialog = retryingLazy(async () => ({
  default: (await import('./LabelDialog.tsx')).LabelDialog,
}));

/** Prints labels of what a page shows. */
export function LabelButton({
  items,
  ...button
}: Pick<LabelsProps, 'items'> & Pick<ButtonProps, 'size' | 'disabled'>): ReactNode {
  const t = useKitText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} icon={<PrintIcon />} onClick={() => setOpen(true)}>
        {t('labels')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LabelDialog items={items} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
