import { Accessibility, defaultPreset, PointerActivationConstraints } from '@dnd-kit/dom';
import { PointerSensor } from '@dnd-kit/react';

/** A press that moves is a drag; one that does not opens the job. The keyboard has moves of its own. */
export const SENSORS = [
  PointerSensor.configure({
    activationConstraints: [new PointerActivationConstraints.Distance({ value: 6 })],
  }),
];

/** The library says how to drag by keyboard in English, and describes every card by it: pages say it themselves. */
export const PLUGINS = defaultPreset.plugins.filter((plugin) => plugin !== Accessibility);
