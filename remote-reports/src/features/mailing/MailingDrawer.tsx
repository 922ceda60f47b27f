import { Button, Drawer } from '@boxyard/shared/ui';
import { type ReactNode, useState } from 'react';
import classes from './mailing.module.css';
import { ScheduleForm } from './ScheduleForm.tsx';
import { ScheduleList } from './ScheduleList.tsx';
import { useMailingText } from './texts.ts';

const PARTS = ['new', 'mine'] as const;
export type MailingPart = (typeof PARTS)[number];

export interface MailingDrawerProps {
  /** Name of the report in the contract. */
  readonly report: string;
  readonly title: string;
  /** Query of the page as it stands, with its columns. */
  readonly search: string;
  readonly begins: MailingPart;
  readonly onClose: () => void;
}

/** Sends a report by e-mail regularly, and shows one's schedules. */
export function MailingDrawer({
  report,
  title,
  search,
  begins,
  onClose,
}: MailingDrawerProps): ReactNode {
  const t = useMailingText();
  const [part, setPart] = useState(begins);
  return (
    <Drawer open title={t('title', { report: title })} onClose={onClose}>
      <div className={classes.form}>
        <div className={classes.buttons}>
          {PARTS.map((one) => (
            <Button
              key={one}
              type={one === part ? 'primary' : 'default'}
              aria-pressed={one === part}
              onClick={() => setPart(one)}
            >
              {t(one)}
            </Button>
          ))}
        </div>
        {part === 'new' ? (
          <ScheduleForm
            draft={{
              report,
              viewId: null,
              query: search,
              period: 'thisMonth',
              every: 'week',
              weekday: 1,
              monthDay: 1,
              hour: 8,
              format: 'xlsx',
              sendsEmpty: false,
              receivers: [],
            }}
            onDone={() => setPart('mine')}
            onCancel={onClose}
          />
        ) : (
          <ScheduleList />
        )}
      </div>
    </Drawer>
  );
}
