import type { Tone } from '../machine/machine.ts';
import type { ChartUnit } from './figures.ts';

export const CHART_KINDS = ['bar', 'line', 'ranking', 'pareto', 'donut', 'heat', 'map'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** Outlines of the regions of a map in one system of coordinates. */
export interface Regions {
  readonly width: number;
  readonly height: number;
  /** `key`: the key of the point whose value a region has. `path`: of an SVG. */
  readonly shapes: readonly { readonly key: string; readonly path: string }[];
  readonly attribution: string;
}

/** A chart in words and figures, as whoever draws it needs them: everything is in the reader's language. */
export interface ChartModel {
  readonly title: string;
  readonly kind: ChartKind;
  readonly unit: ChartUnit;
  readonly series: readonly string[];
  readonly points: readonly {
    readonly label: string;
    readonly key?: string | undefined;
    readonly values: readonly string[];
  }[];
  readonly stacked?: boolean | undefined;
  /** Series that are lines over the bars. */
  readonly lines?: readonly string[] | undefined;
  /** Colours of the series, where they mean something. */
  readonly tones?: readonly Tone[] | undefined;
  /** Colours of the points of a single series, where they mean something. */
  readonly pointTones?: readonly Tone[] | undefined;
  /** Regions of a map; other kinds of charts have none. */
  readonly regions?: Regions | undefined;
}

/** Measures and breaks texts, by the letters that will be drawn. */
export interface ChartPen {
  width(text: string, letters: Letters): number;
  wrap(text: string, letters: Letters, width: number): string[];
}

export interface Letters {
  readonly size: number;
  readonly bold?: boolean | undefined;
}

type Point = readonly [x: number, y: number];

export type Shape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
    }
  | {
      readonly kind: 'line';
      readonly points: readonly Point[];
      readonly stroke: string;
      readonly thickness: number;
    }
  | {
      readonly kind: 'dot';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly fill: string;
    }
  /** A path of an SVG, moved and then scaled; the thickness is one of the path's own units. */
  | {
      readonly kind: 'path';
      readonly d: string;
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      readonly fill: string;
      readonly stroke: string;
      readonly thickness: number;
    }
  /** `x`: of its left end, middle or right end. `y`: the top of its line, 1.6 of its size high. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly bold?: true | undefined;
      readonly align: 'left' | 'center' | 'right';
      readonly fill: string;
    };
