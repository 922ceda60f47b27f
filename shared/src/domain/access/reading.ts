import type { GrantSet } from './abilities.ts';
import { PAGE_VERBS } from './pages.ts';

const READING = /^(view(-.+)?|print|export|inquire|.+-summary)$/;

/**
 * Whether somebody has abilities, and none but to look: an auditor. They write nothing that belongs to
 * everybody, whatever they see. Whoever has no ability at all sees nothing that they could write on.
 */
export const onlyReads = (grants: GrantSet): boolean =>
  grants.size > 0 &&
  ![...grants].some((grant) => {
    const [subject = '', verb = ''] = grant.split(':');
    return (subject === 'all' || Object.hasOwn(PAGE_VERBS, subject)) && !READING.test(verb);
  });
