import { detectorHere } from './detector.ts';

/** So often the picture is looked at, in milliseconds. */
const LOOK_EVERY = 150;

/** The narrow bars of a label of 50 × 30 mm are lost in the 640 points that cameras give unasked. */
const PICTURE = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };

/** `denied`: the person or the browser forbids the camera; else there is none, or no reader came. */
export type CameraFailure = 'denied' | 'failed';

interface Heard {
  readonly onScan: (code: string) => void;
  readonly onFail: (why: CameraFailure) => void;
}

/**
 * Shows the camera that looks away from the person and tells of the first code in its picture; answers
 * how to stop.
 */
export function scanByCamera(video: HTMLVideoElement, { onScan, onFail }: Heard): () => void {
  let stream: MediaStream | null = null;
  let isOver = false;
  const stop = () => {
    isOver = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const look = async () => {
    // The reader may be fetched while the person is asked.
    const coming = detectorHere();
    coming.catch(() => undefined);
    stream = await navigator.mediaDevices.getUserMedia({ video: PICTURE });
    // It was closed while the person was asked.
    if (isOver) return stop();
    video.srcObject = stream;
    await video.play();
    const detector = await coming;
    while (!isOver) {
      const [found] = await detector.detect(video);
      if (found && !isOver) {
        stop();
        onScan(found.rawValue);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  };
  look().catch((error: unknown) => {
    if (!isOver) onFail((error as Error).name === 'NotAllowedError' ? 'denied' : 'failed');
    stop();
  });
  return stop;
}
