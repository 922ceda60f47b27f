import { hasCamera, typeInto, useT } from '@boxyard/shared/runtime';
import { Button, Camera, type CameraFailure, Input } from '@boxyard/shared/ui';
import { Suspense, useEffect, useRef, useState } from 'react';
import classes from './scan.module.css';

interface Props {
  /** What is scanned here; a container unless said. */
  readonly label?: string;
  readonly onScan: (typed: string) => void;
  readonly disabled: boolean;
  /** Whether it has the keyboard from the start; scans reach it anyway. */
  readonly focus?: boolean;
}

/** The field that a scanner types into, wherever the keyboard is; on a telephone the camera reads too. */
export function ScanField({ label: own, onScan, disabled, focus = true }: Props) {
  const t = useT('remote-inventory');
  const label = own ?? t('scan.label');
  const field = useRef<HTMLInputElement | null>(null);
  const [typed, setTyped] = useState('');
  const [camera, setCamera] = useState<'off' | 'on' | CameraFailure>('off');
  const isOn = camera === 'on';
  useEffect(() => {
    if (disabled) return undefined;
    if (focus) field.current?.focus({ preventScroll: true });
    return typeInto(() => field.current);
  }, [disabled, focus]);
  return (
    <div className={classes.scan}>
      <Input
        ref={(input) => {
          field.current = input?.input ?? null;
        }}
        className={classes.input}
        aria-label={label}
        aria-describedby="scan-said"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // A scanner ends with Enter, which would send the form.
          event.preventDefault();
          setTyped('');
          onScan(typed);
        }}
      />
      {hasCamera() && !disabled ? (
        <Button onClick={() => setCamera(isOn ? 'off' : 'on')} aria-expanded={isOn}>
          {t(isOn ? 'scan.closeCamera' : 'scan.useCamera')}
        </Button>
      ) : null}
      {camera === 'denied' || camera === 'failed' ? (
        <p role="status" className={classes.quiet}>
          {t(camera === 'denied' ? 'scan.cameraDenied' : 'scan.noCamera')}
        </p>
      ) : null}
      {isOn ? (
        <div className={classes.camera}>
          <Suspense fallback={null}>
            <Camera
              label={t('scan.camera')}
              onScan={(code) => {
                setCamera('off');
                onScan(code);
              }}
              onFail={setCamera}
            />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}
