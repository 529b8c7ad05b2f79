import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { inProject } from '@/build/project'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { MAX_CHROMA } from '@/web/map/map-colours'

type Rgb = readonly [number, number, number]
type Matrix = readonly [Rgb, Rgb, Rgb]

/** Typical colours of OpenStreetMap tiles. */
const TILES = {
  ...{ land: '#f2efe9', water: '#aad3df', forest: '#add19e', park: '#c8facc', grass: '#cdebb0' },
  ...{ houses: '#e0dfdf', farmland: '#eef0d5', building: '#d9d0c9', street: '#ffffff' },
  ...{ motorway: '#e892a2', trunk: '#f9b29c', primary: '#fcd6a4', secondary: '#f7fabf' },
}
/** Minimum contrast of graphics needed to understand the content (WCAG 2.2, 1.4.11). */
const MIN_CONTRAST = 3

const times = (matrix: Matrix, [x, y, z]: Rgb): Rgb =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Rgb
const each = ([x, y, z]: Rgb, change: (value: number) => number): Rgb => [
  change(x),
  change(y),
  change(z),
]
const clamped = (value: number) => Math.min(1, Math.max(0, value))
const rgbOf = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb

const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const toGamma = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

/** Oklab, as CSS Color 4 defines it. */
const LINEAR_TO_LMS: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const LMS_TO_OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const OKLAB_TO_LMS: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const LMS_TO_LINEAR: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

/** Returns a colour of the same hue with the given lightness. */
function withLightness(color: Rgb, lightness: number): Rgb {
  const lms = each(times(LINEAR_TO_LMS, each(color, toLinear)), Math.cbrt)
  const [, a, b] = times(LMS_TO_OKLAB, lms)
  const share = Math.min(1, MAX_CHROMA / (Math.hypot(a, b) || 1))
  const wanted: Rgb = [lightness, a * share, b * share]
  const linear = times(
    LMS_TO_LINEAR,
    each(times(OKLAB_TO_LMS, wanted), (value) => value ** 3),
  )
  return each(linear, (value) => toGamma(clamped(value)))
}

const luminance = (color: Rgb): number => {
  const [red, green, blue] = each(color, toLinear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour matrix of `saturate` (Filter Effects 1). */
const saturation = (share: number): Matrix => [
  [0.213 + 0.787 * share, 0.715 - 0.715 * share, 0.072 - 0.072 * share],
  [0.213 - 0.213 * share, 0.715 + 0.285 * share, 0.072 - 0.072 * share],
  [0.213 - 0.213 * share, 0.715 - 0.715 * share, 0.072 + 0.928 * share],
]
/** The colour matrix of `hue-rotate(180deg)`. */
const HALF_TURN: Matrix = [
  [-0.574, 1.43, 0.144],
  [0.426, 0.43, 0.144],
  [0.426, 1.43, -0.856],
]
const FILTERS: Readonly<Record<string, (color: Rgb, by: number) => Rgb>> = {
  invert: (color) => each(color, (value) => 1 - value),
  'hue-rotate': (color) => times(HALF_TURN, color),
  saturate: (color, by) => times(saturation(by), color),
  brightness: (color, by) => each(color, (value) => value * by),
  contrast: (color, by) => each(color, (value) => (value - 0.5) * by + 0.5),
}

const styles = (...path: string[]) => readFileSync(inProject('src', 'web', ...path), 'utf8')
const filterOfTiles = /\.leaflet-tile-pane \{\s*filter: ([^;]+);/.exec(
  styles('map', 'map.css'),
)?.[1]
const [lightOne, darkOne] = [
  ...styles('styles', 'tokens.css').matchAll(/--mp-track-lightness: ([\d.]+)/g),
].map(([, value]) => Number(value))

function darkened(color: Rgb): Rgb {
  const steps = [...(filterOfTiles ?? '').matchAll(/([\w-]+)\(([\d.]+)(?:deg)?\)/g)]
  return steps.reduce<Rgb>(
    (now, [, name = '', by]) => each(FILTERS[name]?.(now, Number(by)) ?? [0, 0, 0], clamped),
    color,
  )
}

/** The colours of all sports, and examples of colours that users may choose. */
const COLORS = [
  ...Array.from({ length: 30 }, (_, sport) => getSportStyle(sport, null).color),
  ...['#000000', '#ffffff', '#00008b', '#ffff00', '#ff0000', '#00ff00', '#808080'],
]

describe('tracks on the map', () => {
  test.each([
    ['light', lightOne, (tile: Rgb) => tile],
    ['dark', darkOne, darkened],
  ] as const)('contrast with all tile colours in the %s scheme', (_, lightness, drawn) => {
    expect(filterOfTiles?.split(' ')).toHaveLength(5)
    const unseen = Object.entries(TILES).flatMap(([name, tile]) =>
      COLORS.flatMap((color) => {
        const found = contrast(withLightness(rgbOf(color), lightness ?? 0.5), drawn(rgbOf(tile)))
        return found >= MIN_CONTRAST ? [] : [`${color} on ${name}: ${found.toFixed(2)}`]
      }),
    )
    expect(unseen).toEqual([])
  })
})
