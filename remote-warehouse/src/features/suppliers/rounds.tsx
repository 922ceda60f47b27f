import { ListPage } from '@boxyard/shared/kit';
import { biddings } from './bidding.resource.tsx';
import { OpenRound } from './OpenRound.tsx';

export { NewRound } from './NewRound.tsx';

/** Every bidding round. */
export const Rounds = () => (
  <ListPage resource={biddings} embedded onCreate={false} actions={<OpenRound />} />
);
