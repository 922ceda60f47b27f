import { type Machine, machines } from '../../domain/index.ts';

/**
 * Every machine by its id, for records known by type only: related documents, notifications. Names
 * and colours are the same for both kinds of team moves.
 */
const MACHINES = new Map<string, Machine>(machines.map((machine) => [machine.id, machine]));

export const machineOf = (type: string): Machine | undefined => MACHINES.get(type);
