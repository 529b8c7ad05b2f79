/** How vector maps are drawn, in the browser and by the server. */

/** Everything that is filled or drawn as a line, from the bottom to the top. */
export const PAINTS = [
  ...(['farmland', 'grass', 'wood', 'sand', 'glacier', 'built', 'park', 'water'] as const),
  ...([
    'river',
    'building',
    'path',
    'track',
    'street',
    'secondary',
    'primary',
    'motorway',
  ] as const),
  ...(['rail', 'ferry', 'border', 'region'] as const),
] as const
export type Paint = (typeof PAINTS)[number]

interface LineStyle {
  /** Pixels at zoom level 14. */
  width: number
  /** Factor per zoom level. */
  growth: number
  /** Pixels of dashes and gaps. */
  dashes?: readonly number[]
  /** Whether it has an outline. */
  hasCasing?: boolean
}

const LINES: Partial<Record<Paint, LineStyle>> = {
  river: { width: 1.6, growth: 1.25 },
  path: { width: 1, growth: 1.2, dashes: [3, 2] },
  track: { width: 1.2, growth: 1.25, dashes: [6, 2] },
  street: { width: 2, growth: 1.45, hasCasing: true },
  secondary: { width: 3, growth: 1.4, hasCasing: true },
  primary: { width: 3.8, growth: 1.35, hasCasing: true },
  motorway: { width: 4.4, growth: 1.32, hasCasing: true },
  rail: { width: 1.2, growth: 1.2 },
  ferry: { width: 1, growth: 1, dashes: [4, 4] },
  border: { width: 1.8, growth: 1.03, dashes: [8, 3, 2, 3] },
  region: { width: 1, growth: 1.03, dashes: [4, 3] },
}
const MIN_WIDTH = 0.5

/** A line as it is drawn at a zoom level; undefined for what is filled. */
export interface ZoomedLine {
  width: number
  dashes: readonly number[]
  /** Width of the line below it, which is visible at both edges. */
  casing: number | undefined
}

/** Zoom level from which streets are wide enough for an outline. */
const CASING_ZOOM = 12

export function lineAt(paint: Paint, zoom: number): ZoomedLine | undefined {
  const style = LINES[paint]
  if (!style) return undefined
  const width = Math.max(MIN_WIDTH, style.width * style.growth ** (zoom - 14))
  const hasCasing = style.hasCasing && zoom >= CASING_ZOOM
  return { width, dashes: style.dashes ?? [], casing: hasCasing ? width + 1.5 : undefined }
}

/** Kinds of labels, the most important first. */
export const LABELS = {
  country: { size: 14, weight: 600 },
  city: { size: 14, weight: 600 },
  town: { size: 12.5, weight: 600 },
  village: { size: 11.5, weight: 600 },
  suburb: { size: 11, weight: 600 },
  peak: { size: 10.5, weight: 600 },
  water: { size: 11, weight: 600 },
  street: { size: 10, weight: 600 },
} as const
export type LabelKind = keyof typeof LABELS

/** The colours of a scheme. */
export interface MapColours extends Record<Paint, string> {
  /** Land, and the outlines of labels. */
  land: string
  casing: string
  label: string
  waterLabel: string
}

export const MAP_COLOURS: Record<'light' | 'dark', MapColours> = {
  light: {
    ...{ land: '#eef0e8', farmland: '#eceedd', grass: '#dfe9d0', wood: '#cfe0c3' },
    ...{ sand: '#f0e9d2', glacier: '#f4f8f9', built: '#e4e5e0', park: '#d9e8cf' },
    ...{ water: '#b9d7e3', river: '#a9cddc', building: '#d9d8d1', path: '#b0886a' },
    ...{ track: '#b39b74', street: '#ffffff', secondary: '#fbf3cf', primary: '#f6dfa2' },
    ...{ motorway: '#efb98f', rail: '#a9aaa8', ferry: '#7fa9bd', border: '#a08ea6' },
    ...{ region: '#bfb2c4', casing: '#c9c8bf', label: '#4a5551', waterLabel: '#44748a' },
  },
  dark: {
    ...{ land: '#1c2622', farmland: '#1e2922', grass: '#202e24', wood: '#1f3227' },
    ...{ sand: '#2c2c22', glacier: '#2a3638', built: '#222b28', park: '#1f3126' },
    ...{ water: '#0c1a24', river: '#15303f', building: '#2a3430', path: '#86694f' },
    ...{ track: '#75684e', street: '#3a4642', secondary: '#48503f', primary: '#57533a' },
    ...{ motorway: '#6a4f3b', rail: '#505b57', ferry: '#2f5163', border: '#6d6074' },
    ...{ region: '#4b4351', casing: '#121a17', label: '#9aa8a1', waterLabel: '#5f8ea3' },
  },
}
