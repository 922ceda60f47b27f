import { useParams } from 'react-router-dom';
import { ChangeParts } from './ChangeParts.tsx';

/** Parts of a container, by its address. */
export function Page() {
  const { id = '' } = useParams();
  return <ChangeParts key={id} id={id} />;
}
