import { type ReportTool, useQueryKey } from '@boxyard/shared/kit';
import { retryingLazy, useCan, useT } from '@boxyard/shared/runtime';
import { Button, useNarrow } from '@boxyard/shared/ui';
import { type ReactNode, Suspense } from 'react';
import type { MailingDrawerProps, MailingPart } from './MailingDrawer.tsx';

const MailingDrawer = retryingLazy<MailingDrawerProps>(async () => ({
  default: (await import('./MailingDrawer.tsx')).MailingDrawer,
}));

/** An envelope, which this page alone draws. */
const Envelope = (): ReactNode => (
  <svg viewBox="0 0 16 16" width="1em" height="1em" fill="none" stroke="currentColor" aria-hidden>
    <rect x="1.5" y="3" width="13" height="10" rx="1" />
    <path d="m2 4 6 5 6-5" />
  </svg>
);

/** The page's query with its columns, which may come from the reader's own settings. */
function withColumns({ search, columns }: ReportTool): string {
  const params = new URLSearchParams(search);
  params.set('cols', columns.join());
  return params.toString();
}

/** Opens the drawer that sends a report by e-mail, for whoever may take it away; a mail's link opens it as well. */
export function MailButton(shown: ReportTool): ReactNode {
  const t = useT('remote-reports');
  const narrow = useNarrow();
  const isAllowed = useCan(shown.exportAbility);
  const [part, setPart] = useQueryKey('mailing');
  if (!isAllowed) return null;
  return (
    <>
      <Button
        icon={<Envelope />}
        aria-haspopup="dialog"
        onClick={() => setPart('new')}
        {...(narrow ? { 'aria-label': t('mailButton'), title: t('mailButton') } : {})}
      >
        {narrow ? null : t('mailButton')}
      </Button>
      {part === null ? null : (
        <Suspense fallback={null}>
          <MailingDrawer
            report={shown.report}
            title={shown.title}
            search={withColumns(shown)}
            begins={(part === 'mine' ? 'mine' : 'new') satisfies MailingPart}
            onClose={() => setPart(null)}
          />
        </Suspense>
      )}
    </>
  );
}
