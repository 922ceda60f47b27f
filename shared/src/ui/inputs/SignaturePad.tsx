import Button from 'antd/es/button';
import Space from 'antd/es/space';
import { type PointerEvent, useEffect, useRef } from 'react';
import classes from './signature.module.css';

export interface SignaturePadProps {
  readonly id: string;
  /** The picture as a data URL; nothing while nobody has signed. */
  readonly value: string | null | undefined;
  /** Name that a typed signature shows. */
  readonly name: string;
  readonly disabled: boolean;
  readonly onChange: (picture: string | null) => void;
  /** The page's own words: where to sign, that it is signed, and of both buttons. */
  readonly words: {
    readonly here: string;
    readonly signed: string;
    readonly type: string;
    readonly clear: string;
  };
}

/** Pixels of the picture; it is shown as wide as the dialog. */
const SIZE = { width: 480, height: 140 } as const;
/** Printed on white paper, whatever the theme of the page. */
const INK = '#0b1f4d';

/** Empties the picture and answers what draws on it; null where a browser draws nothing. */
function cleared(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.clearRect(0, 0, SIZE.width, SIZE.height);
  pen.fillStyle = INK;
  pen.strokeStyle = INK;
  pen.lineWidth = 2.5;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  return pen;
}

/** A person signs: with a finger, a pen or the mouse, or by the name as it is typed. */
export function SignaturePad({ id, value, name, disabled, onChange, words }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  const pen = useRef<CanvasRenderingContext2D | null>(null);

  useEffect(() => {
    if (canvas.current && !value) pen.current = cleared(canvas.current);
  }, [value]);

  /** Where the pointer is, in pixels of the picture. */
  const at = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * SIZE.width,
      ((event.clientY - box.top) / box.height) * SIZE.height,
    ];
  };
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    if (disabled) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDrawing.current = true;
    pen.current?.beginPath();
    pen.current?.moveTo(...at(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDrawing.current) return;
    pen.current?.lineTo(...at(event));
    pen.current?.stroke();
  };
  const end = () => {
    if (!isDrawing.current) return;
    isDrawing.current = false;
    if (canvas.current) onChange(canvas.current.toDataURL('image/png'));
  };
  const type = () => {
    if (!canvas.current) return;
    const write = cleared(canvas.current);
    if (write) {
      write.font = `italic 44px ${getComputedStyle(document.body).fontFamily}`;
      write.textAlign = 'center';
      write.textBaseline = 'middle';
      write.fillText(name, SIZE.width / 2, SIZE.height / 2, SIZE.width - 24);
    }
    onChange(canvas.current.toDataURL('image/png'));
  };

  return (
    <>
      <canvas
        ref={canvas}
        id={id}
        {...SIZE}
        className={classes.pad}
        role="img"
        aria-label={value ? words.signed : words.here}
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <Space>
        <Button size="small" disabled={disabled || name.trim() === ''} onClick={type}>
          {words.type}
        </Button>
        <Button size="small" disabled={disabled || !value} onClick={() => onChange(null)}>
          {words.clear}
        </Button>
      </Space>
    </>
  );
}
