import { Alert } from '@boxyard/shared/ui';

interface Props {
  readonly title: string;
  readonly reason: string;
}

/** Why a document was refused, cancelled or taken back, as whoever did it said. */
export const ReasonGiven = ({ title, reason }: Props) => (
  <Alert type="warning" showIcon title={title} description={reason} />
);
