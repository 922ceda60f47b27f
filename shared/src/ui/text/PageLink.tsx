import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAbility } from '../../runtime/ability.tsx';
import { useFlag } from '../../runtime/flags.ts';
import { mayOpen, pageOf, pathOf } from '../../runtime/routes.ts';

/** Where a link leads: a page of any remote, by its route name. */
export interface PageTarget {
  readonly page: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

export interface PageLinkProps extends PageTarget {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A link to a page by name, which another remote may bring: plain text where that page is not
 * installed, is switched off, or may not be opened by this person.
 */
export function PageLink({ page, params, query, className, children }: PageLinkProps): ReactNode {
  // Both may change under an open page.
  useAbility();
  useFlag(pageOf(page)?.flag);
  if (!mayOpen(page)) return children;
  return (
    <Link className={className} to={pathOf(page, params, query)}>
      {children}
    </Link>
  );
}
