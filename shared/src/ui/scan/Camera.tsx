import { type ReactNode, useEffect, useRef } from 'react';
import classes from './camera.module.css';
import { type CameraFailure, scanByCamera } from './scanByCamera.ts';
import '../remainingTexts.ts';

interface Props {
  readonly label: string;
  readonly onScan: (code: string) => void;
  readonly onFail: (why: CameraFailure) => void;
}

/** What the camera sees, until a code is in it. */
export function Camera({ label, ...heard }: Props): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => {
    if (!video.current) return undefined;
    return scanByCamera(video.current, {
      onScan: (code) => latest.current.onScan(code),
      onFail: (why) => latest.current.onFail(why),
    });
  }, []);
  return <video ref={video} className={classes.camera} aria-label={label} muted playsInline />;
}
