import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';
import classes from './page.module.css';

interface FrameProps {
  /** What it is about is still on its way. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A page that the kit does not draw whole: its parts below each other, as on every page. */
export const PageFrame = ({ busy, children }: FrameProps) => (
  <section className={classes.page} aria-busy={busy}>
    {children}
  </section>
);

interface HeadProps {
  /** The title, or all that a record says of itself. */
  readonly children: ReactNode;
  readonly buttons?: ReactNode;
}

/** What a page is about, and beside it what may be done. */
export const PageHead = ({ children, buttons }: HeadProps) => (
  <div className={classes.head}>
    {children}
    <div className={classes.buttons}>{buttons}</div>
  </div>
);

interface RecordHeadProps {
  readonly title: ReactNode;
  /** How it stands, beside its name. */
  readonly tags?: ReactNode;
  /** What it is also called; empty parts are left out. */
  readonly subtitle: readonly (string | null | undefined)[];
  readonly buttons?: ReactNode;
}

/** The head of a record's own page. */
export const RecordHead = ({ title, tags, subtitle, buttons }: RecordHeadProps) => (
  <PageHead buttons={buttons}>
    <div>
      <div className={classes.heading}>
        <PageTitle>{title}</PageTitle>
        {tags}
      </div>
      <p className={classes.subtitle}>{subtitle.filter(Boolean).join(' · ')}</p>
    </div>
  </PageHead>
);
