import { useT } from '@boxyard/shared/runtime';
import { Alert } from '@boxyard/shared/ui';
import { Link } from 'react-router-dom';
import type { Match } from './useMatches.ts';

interface Props {
  /** Sentence before the matches, in the remote's bundle. */
  readonly text: string;
  readonly matches: readonly Match[];
  /** Where a match is read, if it has a page; opens beside what is being typed. */
  readonly to?: (match: Match) => string | null;
}

/** Says that something like it exists, without standing in the way (domain-warehouse 1.4, 1.7). */
export function MatchNotice({ text, matches, to }: Props) {
  const t = useT('remote-warehouse');
  if (matches.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginTop: 4, padding: '4px 8px' }}
      title={
        <span>
          {t(text)}{' '}
          {matches.map((match, index) => {
            const label = [match.code, match.name].filter(Boolean).join(' ');
            const path = to?.(match) ?? null;
            return (
              <span key={match.id}>
                {index > 0 ? ', ' : ''}
                {path ? (
                  <Link to={path} target="_blank">
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </span>
            );
          })}
        </span>
      }
    />
  );
}
