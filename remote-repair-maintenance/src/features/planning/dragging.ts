import { PointerActivationConstraints } from '@dnd-kit/dom';
import { PointerSensor } from '@dnd-kit/react';

/** A press that moves is a drag; one that does not opens the job. The keyboard has moves of its own. */
export const SENSORS = [
  PointerSensor.configure({
    activationConstraints: [new PointerActivationConstraints.Distance({ value: 6 })],
  }),
];
