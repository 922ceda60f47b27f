import Button from 'antd/es/button';
import { type ReactNode, Suspense, useState } from 'react';
import { useCan } from '../../runtime/ability.tsx';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { UploadIcon } from '../../ui/icons.ts';
import { useKitText } from '../../ui/useKitText.ts';

export interface ImportButtonProps {
  /** As in the path `/imports/:resource`. */
  readonly resource: string;
  /** Ability of the page: `users:import`. */
  readonly ability: string;
  /** What is imported and what it does, in a sentence or two. */
  readonly lead: string;
  /** The columns of the file and what goes into them. */
  readonly columns: readonly ImportColumnHelp[];
}

export interface ImportColumnHelp {
  readonly key: string;
  readonly title: string;
  readonly help: string;
  readonly required?: boolean;
}

// Comes with the first file that is imported.
const ImportDrawer = retryingLazy(async () => ({
  default: (await import('./ImportDrawer.tsx')).ImportDrawer,
}));

/** Takes records from a spreadsheet: for `ListPage.actions`. Nothing without the ability. */
export function ImportButton(props: ImportButtonProps): ReactNode {
  const t = useKitText();
  const allowed = useCan(props.ability);
  const [open, setOpen] = useState<boolean | null>(null);
  if (!allowed) return null;
  return (
    <>
      <Button icon={<UploadIcon />} onClick={() => setOpen(true)}>
        {t('import')}
      </Button>
      {open === null ? null : (
        <Suspense fallback={null}>
          <ImportDrawer {...props} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
