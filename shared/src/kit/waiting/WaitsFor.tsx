import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { registerContract } from '../../client/call.ts';
import { oneOptions } from '../../client/query.ts';
import { waitingArea } from '../../contract/areas/waiting.ts';
import classes from './waiting.module.css';

registerContract(waitingArea);

interface WaitsForProps {
  /** Family of the document in the contract. */
  readonly type: string;
  readonly id: string;
  /** The version that is shown: a later one may wait for somebody else. */
  readonly version: number | undefined;
}

/**
 * For whom a document waits, as the server says it. The document page loads it after itself: nobody
 * waits for it.
 */
export function WaitsFor({ type, id, version }: WaitsForProps): ReactNode {
  const asked = oneOptions('waiting.get', { query: { type, id }, loading: false, silent: true });
  const { data, isPending } = useQuery({ ...asked, queryKey: [...asked.queryKey, version] });
  // The line is kept until it is known that nobody stands in it.
  if (isPending) return '\u00a0';
  if (!data?.text) return null;
  return data.isStuck ? (
    <span role="alert" className={classes.stuck}>
      {data.text}
    </span>
  ) : (
    data.text
  );
}
