import Alert from 'antd/es/alert';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Match } from './useMatches.ts';

export interface MatchNoticeProps {
  /** Sentence before the matches. */
  readonly text: string;
  readonly matches: readonly Match[];
  /** Where a match is read, if it has a page; opens beside what is being typed. */
  readonly to?: (match: Match) => string | null;
  /** What is said of a match, where that is not its code and name. */
  readonly label?: (match: Match) => string;
}

const labelOf = ({ code, name }: Match): string => [code, name].filter(Boolean).join(' ');

/** Says that something like it exists, without standing in the way (domain-warehouse 1.4, 1.7). */
export function MatchNotice({ text, matches, to, label = labelOf }: MatchNoticeProps): ReactNode {
  if (matches.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginTop: 4, padding: '4px 8px' }}
      title={
        <span>
          {text}{' '}
          {matches.map((match, index) => {
            const path = to?.(match) ?? null;
            const said = label(match);
            return (
              <Fragment key={`${match.id} ${match.field} ${said}`}>
                {index > 0 ? ', ' : ''}
                {path ? (
                  <Link to={path} target="_blank">
                    {said}
                  </Link>
                ) : (
                  said
                )}
              </Fragment>
            );
          })}
        </span>
      }
    />
  );
}
