import {
  addQuantities,
  type Scan,
  subtractQuantities,
  type TrackingType,
} from '@boxyard/shared/domain';

interface Ref {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly nameTh?: string | null | undefined;
}

/** Where some of a line is held, and how much of that is picked. */
interface HeldPlace {
  readonly bin: { readonly code: string | null };
  readonly lotNo: string | null;
  readonly serialNo: string | null;
  /** Its bin is under a count (2.13). */
  readonly isCounted: boolean;
  readonly quantity: number;
  readonly pickedQty: number;
}

/** A line of any document whose stock is picked: a requisition's, a transfer's. */
export interface PickSource {
  readonly id: string;
  readonly lineNo: number;
  readonly part: Ref;
  /** What is taken instead of it. */
  readonly substitute: Ref | null;
  readonly unit: Ref;
  readonly unitAllowsFraction: boolean;
  readonly trackingType: TrackingType;
  readonly barcode: string | null;
  readonly note: string | null;
  readonly reservedQty: number;
  readonly pickedQty: number;
  readonly picks: readonly HeldPlace[];
}

/** So much of a line, from one bin and lot. */
export interface Taken {
  readonly bin: string;
  readonly lotNo: string | null;
  readonly quantity: number;
}

/** A line being picked: serial numbers, or how much from which place. */
export interface PickLine {
  readonly id: string;
  readonly serials: readonly string[];
  readonly taken: readonly Taken[];
  readonly source: PickSource;
}

/** What the picker pointed at last: the next scan belongs to it. */
export interface Pointed {
  readonly lineId: string | null;
  readonly bin: string | null;
}

/** What a scan came to, as a key of the page's texts. */
export interface Outcome {
  readonly isDone: boolean;
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Picking {
  readonly lines: readonly PickLine[];
  readonly at: Pointed;
}

const partOf = ({ source }: PickLine) => source.substitute ?? source.part;
export const isSerial = ({ source }: PickLine): boolean => source.trackingType === 'serial';
export const pickedOf = (line: PickLine): number =>
  isSerial(line)
    ? line.serials.length
    : addQuantities(...line.taken.map(({ quantity }) => quantity));
/** What is held for a line is the most that is picked of it. */
const roomOf = (line: PickLine): number =>
  subtractQuantities(line.source.reservedQty, pickedOf(line));

/** Lines for which something is held, as they were last saved. */
export const linesOf = (items: readonly PickSource[]): PickLine[] =>
  items
    .filter((item) => item.reservedQty > 0)
    .map((item) => ({
      id: item.id,
      serials: item.picks
        .filter((pick) => pick.pickedQty > 0)
        .map((pick) => pick.serialNo)
        .filter((serialNo) => serialNo !== null),
      taken:
        item.trackingType === 'serial'
          ? []
          : item.picks.map((pick) => ({
              bin: pick.bin.code ?? '',
              lotNo: pick.lotNo,
              quantity: pick.pickedQty,
            })),
      source: item,
    }));

/** Everything as it is held: the short way when nothing was exchanged. */
export const allAsHeld = (lines: readonly PickLine[]): PickLine[] =>
  lines.map((line) => ({
    ...line,
    serials: line.source.picks.map(({ serialNo }) => serialNo).filter((one) => one !== null),
    taken: isSerial(line)
      ? []
      : line.source.picks.map((pick) => ({
          bin: pick.bin.code ?? '',
          lotNo: pick.lotNo,
          quantity: pick.quantity,
        })),
  }));

/** The lines of the call: those of which something is or was picked. */
export const pickedLines = (lines: readonly PickLine[]): PickLine[] =>
  lines.filter((line) => pickedOf(line) > 0 || line.source.pickedQty > 0);

export const pickBody = (line: PickLine) => ({
  id: line.id,
  quantity: pickedOf(line),
  ...(isSerial(line)
    ? { serials: line.serials }
    : { picks: line.taken.filter(({ quantity }) => quantity > 0) }),
});

const refused = (key: string, params: Outcome['params'] = {}): Outcome => ({
  isDone: false,
  key,
  params,
});
const done = (key: string, params: Outcome['params'] = {}): Outcome => ({
  isDone: true,
  key,
  params,
});

const replaced = (lines: readonly PickLine[], next: PickLine): PickLine[] =>
  lines.map((line) => (line.id === next.id ? next : line));

/** Adds one of the line at a place; a place that was not held is a new one. */
function withOne(line: PickLine, place: Pick<Taken, 'bin' | 'lotNo'>): PickLine {
  const isIt = (taken: Taken) => taken.bin === place.bin && taken.lotNo === place.lotNo;
  if (!line.taken.some(isIt)) {
    return { ...line, taken: [...line.taken, { ...place, quantity: 1 }] };
  }
  return {
    ...line,
    taken: line.taken.map((taken) =>
      isIt(taken) ? { ...taken, quantity: addQuantities(taken.quantity, 1) } : taken,
    ),
  };
}

/** How much of a place is held and not taken yet. */
const leftAt = (line: PickLine, taken: Taken): number => {
  const held = line.source.picks
    .filter((pick) => pick.bin.code === taken.bin && pick.lotNo === taken.lotNo)
    .map((pick) => pick.quantity);
  return subtractQuantities(addQuantities(...held), taken.quantity);
};

/** The place that the next piece comes from: the bin pointed at, else where some is held. */
function nextPlace(line: PickLine, bin: string | null): Pick<Taken, 'bin' | 'lotNo'> | null {
  const here = line.taken.filter((taken) => bin === null || taken.bin === bin);
  const open = here.find((taken) => leftAt(line, taken) > 0) ?? here[0];
  if (open) return open;
  return bin === null ? null : { bin, lotNo: null };
}

interface Scanned extends Picking {
  readonly outcome: Outcome;
}

function scanPart({ lines, at }: Picking, code: string): Scanned | null {
  const named = lines.filter(
    (line) =>
      partOf(line).code?.toUpperCase() === code || line.source.barcode?.toUpperCase() === code,
  );
  const line = named.find((one) => roomOf(one) > 0) ?? named[0];
  if (!line) return null;
  const pointed = { ...at, lineId: line.id };
  const part = partOf(line).code;
  if (roomOf(line) <= 0) return { lines, at: pointed, outcome: refused('full', { part }) };
  if (isSerial(line) || line.source.unitAllowsFraction) {
    // Serial numbers say which one; metres and kilograms are typed.
    const key = isSerial(line) ? 'scanSerial' : 'typeQuantity';
    return { lines, at: pointed, outcome: done(key, { part }) };
  }
  const place = nextPlace(line, at.bin);
  if (!place) return { lines, at: pointed, outcome: refused('noPlace', { part }) };
  const next = withOne(line, place);
  const params = { part, picked: pickedOf(next), due: line.source.reservedQty, bin: place.bin };
  return { lines: replaced(lines, next), at: pointed, outcome: done('added', params) };
}

/** A line that a serial number could belong to, when it is not one of those held. */
function lineForSerial({ lines, at }: Picking): PickLine | undefined {
  const open = lines.filter((line) => isSerial(line) && roomOf(line) > 0);
  return open.find((line) => line.id === at.lineId) ?? (open.length === 1 ? open[0] : undefined);
}

function scanSerial(picking: Picking, code: string): Scanned {
  const { lines, at } = picking;
  if (lines.some((line) => line.serials.includes(code))) {
    return { ...picking, outcome: refused('twice', { code }) };
  }
  const held = lines.find((line) => line.source.picks.some((pick) => pick.serialNo === code));
  const line = held ?? lineForSerial(picking);
  if (!line) return { ...picking, outcome: refused('whichLine', { code }) };
  const part = partOf(line).code;
  if (roomOf(line) <= 0) return { ...picking, outcome: refused('full', { part }) };
  const next = { ...line, serials: [...line.serials, code] };
  const params = { code, part, picked: pickedOf(next), due: line.source.reservedQty };
  return {
    lines: replaced(lines, next),
    at: { ...at, lineId: line.id },
    outcome: done(held ? 'serial' : 'exchanged', params),
  };
}

function scanLot({ lines, at }: Picking, code: string): Scanned | null {
  const holds = (line: PickLine) => line.taken.some(({ lotNo }) => lotNo?.toUpperCase() === code);
  const found = lines.filter(holds);
  const line =
    found.find((one) => one.id === at.lineId) ?? found.find((one) => roomOf(one) > 0) ?? found[0];
  if (!line) return null;
  const part = partOf(line).code;
  const pointed = { ...at, lineId: line.id };
  if (roomOf(line) <= 0) return { lines, at: pointed, outcome: refused('full', { part }) };
  const place =
    line.taken.find(
      ({ lotNo, bin }) => lotNo?.toUpperCase() === code && (at.bin === null || bin === at.bin),
    ) ?? line.taken.find(({ lotNo }) => lotNo?.toUpperCase() === code);
  if (!place || line.source.unitAllowsFraction) {
    return { lines, at: pointed, outcome: done('typeQuantity', { part }) };
  }
  const next = withOne(line, place);
  const params = { part, picked: pickedOf(next), due: line.source.reservedQty, bin: place.bin };
  return { lines: replaced(lines, next), at: pointed, outcome: done('added', params) };
}

function scanBin({ lines, at }: Picking, code: string): Scanned {
  const isHeld = lines.some((line) => line.source.picks.some((pick) => pick.bin.code === code));
  return {
    lines,
    at: { ...at, bin: code },
    outcome: done(isHeld ? 'bin' : 'otherBin', { bin: code }),
  };
}

/**
 * What a scan does: a part adds a piece, a serial number takes the place of one that was held, a lot
 * or a bin says where the next piece comes from. A label without a prefix is whatever it can be.
 */
export function applyScan(picking: Picking, { kind, code }: Scan): Scanned {
  const unknown = { ...picking, outcome: refused('unknown', { code }) };
  switch (kind) {
    case 'part':
      return scanPart(picking, code) ?? unknown;
    case 'serial':
      return scanSerial(picking, code);
    case 'lot':
      return scanLot(picking, code) ?? unknown;
    case 'bin':
      return scanBin(picking, code);
    case 'container':
      return unknown;
    case null: {
      const picks = picking.lines.flatMap(({ source }) => source.picks);
      const isKnownSerial =
        picks.some((pick) => pick.serialNo === code) ||
        picking.lines.some(({ serials }) => serials.includes(code));
      if (isKnownSerial) return scanSerial(picking, code);
      const found = scanPart(picking, code) ?? scanLot(picking, code);
      if (found) return found;
      if (picks.some((pick) => pick.bin.code === code)) return scanBin(picking, code);
      return lineForSerial(picking) ? scanSerial(picking, code) : unknown;
    }
  }
}
