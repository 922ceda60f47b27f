import { hasCamera, typeInto, useT } from '@boxyard/shared/runtime';
import { Button, Camera, type CameraFailure, Input, useNarrow } from '@boxyard/shared/ui';
import { Suspense, useEffect, useRef, useState } from 'react';
import classes from './scan.module.css';

interface Props {
  readonly label: string;
  readonly className?: string | undefined;
  /** What is said of the last scan, by the id of its element. */
  readonly describedBy: string;
  readonly placeholder?: string;
  /** What was scanned or typed, Enter pressed; empty when nothing was. */
  readonly onScan: (typed: string) => void;
  readonly disabled?: boolean;
  /** Another field has the keyboard. */
  readonly isPaused?: boolean;
  /** true: a telephone shows no keyboard of letters for it. */
  readonly withoutKeyboard?: boolean;
}

/**
 * The field of a sheet that is worked by a scanner: it takes what is typed anywhere on the page, and on
 * a telephone what the camera sees.
 */
export function ScanField(props: Props) {
  const { label, className = '', describedBy, placeholder = label, onScan } = props;
  const { disabled = false, isPaused = false, withoutKeyboard = false } = props;
  const t = useT('remote-warehouse');
  const narrow = useNarrow();
  const field = useRef<HTMLInputElement | null>(null);
  const [typed, setTyped] = useState('');
  const [camera, setCamera] = useState<'off' | 'on' | CameraFailure>('off');
  const isOn = camera === 'on';
  useEffect(() => {
    if (isPaused || disabled) return undefined;
    field.current?.focus({ preventScroll: true });
    return typeInto(() => field.current);
  }, [isPaused, disabled]);
  return (
    <>
      <Input
        ref={(input) => {
          field.current = input?.input ?? null;
        }}
        className={className}
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        inputMode={withoutKeyboard && narrow ? 'none' : 'text'}
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
      <p role="status" className={classes.refused}>
        {camera === 'denied' ? t('scan.cameraDenied') : null}
        {camera === 'failed' ? t('scan.noCamera') : null}
      </p>
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
    </>
  );
}
