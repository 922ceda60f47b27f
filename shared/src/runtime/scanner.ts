/**
 * A scanner that is plugged in is a keyboard: it types a code faster than anybody and ends it with
 * Enter (domain-warehouse 1.4 barcode). Whoever types into a field is left alone.
 */

/** Keys of a scanner follow each other within it, those of a person seldom; in milliseconds. */
export const SCAN_GAP = 50;
/** Shorter codes cannot be told from a slip of the hand. */
const SHORTEST = 3;

const WRITES = 'input, textarea, select, [contenteditable="true"]';
/** Antd's dialogs and the browser's own. */
const DIALOGS = '.ant-modal-wrap, .ant-drawer-open, dialog[open]';

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Tells of each code that a scanner types while nobody writes; answers how to stop listening. */
export function listenForScans(onScan: (code: string) => void): () => void {
  let code = '';
  let last = 0;
  const listen = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement | null;
    const isFast = event.timeStamp - last <= SCAN_GAP;
    if (!isFast) code = '';
    if (target?.closest?.(WRITES)) {
      code = '';
      return;
    }
    if (isTyped(event)) {
      // The keys of the page and the button at hand must not take a code for themselves.
      if (code !== '') event.preventDefault();
      code += event.key;
      last = event.timeStamp;
      return;
    }
    // Whoever answers a question is not taken elsewhere.
    const isFree = document.querySelector(DIALOGS) === null;
    if (event.key === 'Enter' && code.length >= SHORTEST && isFree) {
      event.preventDefault();
      event.stopPropagation();
      onScan(code);
    }
    if (event.key !== 'Shift') code = '';
  };
  document.addEventListener('keydown', listen, true);
  return () => document.removeEventListener('keydown', listen, true);
}

/**
 * Gives what is typed where nobody writes to the field of a page that takes scans itself. A dialog above
 * the field keeps its keys.
 */
export function typeInto(field: () => HTMLElement | null | undefined): () => void {
  const listen = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement | null;
    const into = field();
    if (!into || !isTyped(event) || event.key === ' ' || target?.closest?.(WRITES)) return;
    const dialog = target?.closest?.(DIALOGS);
    if (dialog && !dialog.contains(into)) return;
    into.focus({ preventScroll: true });
  };
  document.addEventListener('keydown', listen, true);
  return () => document.removeEventListener('keydown', listen, true);
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

const FORMATS = ['qr_code', 'code_128', 'code_39', 'ean_13', 'ean_8', 'upc_a', 'data_matrix'];

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser reads codes from its camera: Chrome on Android and on macOS do. */
export const hasCameraScanner = (): boolean =>
  detectorClass() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function';

/** So often the picture is looked at, in milliseconds. */
const LOOK_EVERY = 150;

/**
 * Shows the camera that looks away from the person and tells of the first code in its picture; answers
 * how to stop. `onFail`: there is none, or it may not be used.
 */
export function scanByCamera(
  video: HTMLVideoElement,
  { onScan, onFail }: { readonly onScan: (code: string) => void; readonly onFail: () => void },
): () => void {
  let stream: MediaStream | null = null;
  let isOver = false;
  const stop = () => {
    isOver = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const look = async () => {
    const Class = detectorClass();
    if (!Class) throw new Error('no detector');
    const detector = new Class({ formats: FORMATS });
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    // It was closed while the person was asked.
    if (isOver) return stop();
    video.srcObject = stream;
    await video.play();
    while (!isOver) {
      const [found] = await detector.detect(video);
      if (found && !isOver) {
        stop();
        onScan(found.rawValue);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  };
  look().catch(() => {
    if (!isOver) onFail();
    stop();
  });
  return stop;
}
