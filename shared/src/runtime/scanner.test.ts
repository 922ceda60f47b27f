import { listenForScans, typeInto } from './scanner.ts';

/** Presses keys so many milliseconds apart; answers those whose default was prevented. */
let now = 1000;
function press(keys: readonly string[], { gap = 8, at = document.body as HTMLElement } = {}) {
  return keys.filter((key) => {
    now += gap;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: now });
    at.dispatchEvent(event);
    return event.defaultPrevented;
  });
}

describe('listenForScans', () => {
  let scans: string[];
  let stop: () => void;
  beforeEach(() => {
    scans = [];
    document.body.innerHTML = '<input /><button type="button">x</button>';
    stop = listenForScans((code) => scans.push(code));
  });
  afterEach(() => stop());

  it('hears fast keys that end with Enter, capitals included', () => {
    expect(press(['S', ':', 'Shift', 'A', 'b', ' ', '1', 'Enter'])).toEqual([
      ':',
      'A',
      'b',
      ' ',
      '1',
      'Enter',
    ]);
    expect(scans).toEqual(['S:Ab 1']);
  });

  it('leaves a person alone: slow keys, few keys, keys in a field', () => {
    expect(press(['n', 'e', 'w', 'Enter'], { gap: 120 })).toEqual([]);
    press(['o', 'k', 'Enter']);
    press(['A', 'B', 'C', 'D', 'Enter'], { at: document.querySelector('input') as HTMLElement });
    expect(scans).toEqual([]);
  });

  it('begins anew after a pause', () => {
    press(['x', 'y', 'z']);
    now += 500;
    press(['A', 'B', 'C', 'Enter']);
    expect(scans).toEqual(['ABC']);
  });
});

describe('typeInto', () => {
  it('gives keys to the field unless somebody writes elsewhere or a dialog is above it', () => {
    document.body.innerHTML =
      '<input id="scan" /><input id="other" /><div class="ant-modal-wrap"><button>x</button></div>';
    const field = document.querySelector<HTMLElement>('#scan');
    const stop = typeInto(() => field);
    press(['A'], { at: document.querySelector('.ant-modal-wrap button') as HTMLElement });
    expect(document.activeElement).not.toBe(field);
    const other = document.querySelector('#other') as HTMLElement;
    other.focus();
    press(['A'], { at: other });
    expect(document.activeElement).toBe(other);
    press(['A']);
    expect(document.activeElement).toBe(field);
    stop();
  });
});
