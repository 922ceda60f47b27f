import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addQuantities, subtractQuantities } from '@boxyard/shared/domain';

type Place = DataOf<Contract['parts.places']>[number];

/** A line of parts that go into a container, as its form holds it: filled as far as somebody came. */
export interface PartLine {
  readonly partId?: string | null;
  readonly trackingType?: string;
  readonly quantity?: number | null;
  readonly binId?: string | null;
  readonly condition?: string | null;
  readonly lotNo?: string | null;
  readonly serials?: readonly string[];
}

/** A scanned part, lot or serial number, and where the part lies in the warehouse. */
export interface ScannedPart {
  readonly kind: 'part' | 'lot' | 'serial';
  readonly code: string;
  readonly part: { readonly id: string; readonly code: string | null };
  readonly places: readonly Place[];
}

/** What came of a scan, as a key of the page's texts. */
export interface Said {
  readonly key:
    | 'added'
    | 'serial'
    | 'scanSerial'
    | 'twice'
    | 'noneLeft'
    | 'notHere'
    | 'unknown'
    | 'warehouseFirst';
  readonly params: Readonly<Record<string, unknown>>;
}

interface Outcome {
  readonly lines: readonly PartLine[];
  readonly said: Said;
}

interface Where {
  readonly warehouseId: string;
  /** Lots that expired before it are left on the shelf. */
  readonly today: string;
}

/** What may go into a container: sound stock of the warehouse that nobody counts, first expiry first. */
export function usablePlaces(places: readonly Place[], { warehouseId, today }: Where): Place[] {
  const lasts = ({ expiryDate }: Place): string => expiryDate ?? '9999-12-31';
  return places
    .filter(
      (place) =>
        place.warehouse.id === warehouseId &&
        place.condition !== 'defective' &&
        (place.free ?? 0) > 0 &&
        lasts(place) >= today,
    )
    .sort((a, b) => (lasts(a) < lasts(b) ? -1 : lasts(a) > lasts(b) ? 1 : 0));
}

/** The line takes from this place, or from none yet. */
const fits = (line: PartLine, partId: string, place: Place): boolean =>
  line.partId === partId &&
  (line.binId === place.bin.id
    ? line.condition === place.condition && (line.lotNo ?? null) === place.lotNo
    : !line.binId);

const placed = ({ bin, condition, lotNo }: Place) => ({ binId: bin.id, condition, lotNo });

/** Changes the line that fits, one that names this place before one without any; else adds it. */
function filled(
  lines: readonly PartLine[],
  { partId, place }: { readonly partId: string; readonly place: Place },
  fill: (line: PartLine) => PartLine,
): PartLine[] {
  const fitting = lines.filter((line) => fits(line, partId, place));
  const known = fitting.find(({ binId }) => binId) ?? fitting[0];
  const next = (line: PartLine): PartLine => ({ ...fill(line), partId, ...placed(place) });
  return known === undefined
    ? [...lines, next({})]
    : lines.map((line) => (line === known ? next(line) : line));
}

const serialsOf = ({ serials }: PartLine): readonly string[] => serials ?? [];

function addSerial(lines: readonly PartLine[], { code, part, places }: ScannedPart): Outcome {
  const params = { code, part: part.code };
  const ofPart = lines.filter(({ partId }) => partId === part.id);
  if (ofPart.some((line) => serialsOf(line).includes(code))) {
    return { lines, said: { key: 'twice', params } };
  }
  const place = places.find(({ serials }) => serials.includes(code));
  if (!place) return { lines, said: { key: 'notHere', params } };
  const next = filled(lines, { partId: part.id, place }, (line) => {
    const serials = [...serialsOf(line), code];
    return { ...line, trackingType: 'serial', serials, quantity: serials.length };
  });
  return { lines: next, said: { key: 'serial', params } };
}

/** Its number says which piece it is: the line waits for it. */
function awaitSerial(lines: readonly PartLine[], { part, code }: ScannedPart): Outcome {
  const said: Said = { key: 'scanSerial', params: { code, part: part.code } };
  const waits = lines.some((line) => line.partId === part.id && serialsOf(line).length === 0);
  if (waits) return { lines, said };
  return {
    lines: [...lines, { partId: part.id, trackingType: 'serial', binId: null, serials: [] }],
    said,
  };
}

function addPiece(lines: readonly PartLine[], scanned: ScannedPart): Outcome {
  const { kind, code, part } = scanned;
  const params = { code, part: part.code };
  const places = scanned.places.filter(
    ({ lotNo }) => kind !== 'lot' || lotNo?.toUpperCase() === code,
  );
  if (places.length === 0) return { lines, said: { key: 'notHere', params } };
  if (places.some(({ serials }) => serials.length > 0)) return awaitSerial(lines, scanned);
  const leftAt = (place: Place): number => {
    const taken = lines.flatMap((line) =>
      line.binId && fits(line, part.id, place) ? [line.quantity ?? 0] : [],
    );
    return subtractQuantities(place.free ?? 0, addQuantities(...taken));
  };
  const place = places.find((one) => leftAt(one) > 0);
  if (!place) return { lines, said: { key: 'noneLeft', params } };
  const piece = Math.min(1, leftAt(place));
  let quantity = piece;
  const next = filled(lines, { partId: part.id, place }, (line) => {
    // What was typed before its place was known is what is wanted.
    quantity = line.binId ? addQuantities(line.quantity ?? 0, piece) : (line.quantity ?? piece);
    const trackingType = place.lotNo === null ? 'none' : 'lot';
    return { ...line, trackingType, serials: [], quantity };
  });
  return { lines: next, said: { key: 'added', params: { ...params, quantity } } };
}

/**
 * What a scan makes of the lines: a serial number is chosen, a part or a lot is one piece more from the
 * place that expires first, and a part with serial numbers waits for one of them.
 */
export const addScanned = (lines: readonly PartLine[], scanned: ScannedPart): Outcome =>
  scanned.kind === 'serial' ? addSerial(lines, scanned) : addPiece(lines, scanned);
