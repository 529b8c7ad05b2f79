import { type LineSet, partsOf } from './decode-lines'

/** How lines are drawn. */
export interface LineStyle {
  /** Colours by position. */
  colorOf: (position: number) => string
  /** Lines are drawn at positions where it is 1. */
  mask: Uint8Array
  opacity: number
  /** Whether light adds up where lines overlap, for dark backgrounds. */
  isAdditive: boolean
}

/** The part of the map that a canvas shows: its top left corner in pixels at a zoom level, and its size in pixels. */
export interface Frame {
  zoom: number
  left: number
  top: number
  width: number
  height: number
  /** Physical pixels per pixel. */
  ratio: number
}

const LINE_WIDTH = 1.5
/** From this zoom level on, lines become wider and more opaque: by these factors after this number of levels. */
const STREETS = { zoom: 11, levels: 4, width: 1.7, opacity: 1.5 }
/** Lines smaller than this, in pixels, are drawn as dots. */
const DOT_SIZE = 2.5
const DOT_RADIUS = 1.5
/** Pixels by which a point must differ from the previous one to be drawn. */
const MIN_STEP = 0.7
/** `bits` of a set minus the zoom level at which its units are pixels. */
const BITS_OF_PIXELS = 8

/** Prepares a canvas of the size of a frame. */
export function createCanvas(
  { width, height, ratio, zoom }: Frame,
  { isAdditive, opacity }: LineStyle,
) {
  const closeness = Math.min(Math.max((zoom - STREETS.zoom) / STREETS.levels, 0), 1)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  if (context) {
    context.scale(ratio, ratio)
    context.globalAlpha = Math.min(1, opacity * (1 + (STREETS.opacity - 1) * closeness))
    context.globalCompositeOperation = isAdditive ? 'screen' : 'source-over'
    context.lineWidth = LINE_WIDTH * (1 + (STREETS.width - 1) * closeness)
    context.lineJoin = 'round'
    context.lineCap = 'round'
  }
  return { canvas, context }
}

/**
 * Draws the lines of a set one by one, oldest first, so that they add up where they overlap. Each call of the generator
 * draws one line that the frame contains.
 */
export function* drawLines(
  context: CanvasRenderingContext2D,
  set: LineSet,
  { frame, style }: { frame: Frame; style: LineStyle },
): Generator<void> {
  const scale = 2 ** (frame.zoom + BITS_OF_PIXELS - set.bits)
  for (let index = set.positions.length - 1; index >= 0; index--) {
    const position = set.positions[index] ?? 0
    if (style.mask[position] !== 1) continue
    const box = 4 * index
    const left = (set.boxes[box] ?? 0) * scale - frame.left
    const top = (set.boxes[box + 1] ?? 0) * scale - frame.top
    const right = (set.boxes[box + 2] ?? 0) * scale - frame.left
    const bottom = (set.boxes[box + 3] ?? 0) * scale - frame.top
    if (left > frame.width || right < 0 || top > frame.height || bottom < 0) continue
    context.beginPath()
    if (right - left < DOT_SIZE && bottom - top < DOT_SIZE) {
      context.fillStyle = style.colorOf(position)
      context.arc((left + right) / 2, (top + bottom) / 2, DOT_RADIUS, 0, 2 * Math.PI)
      context.fill()
    } else {
      context.strokeStyle = style.colorOf(position)
      tracePath(context, set, index, { scale, frame })
      context.stroke()
    }
    yield
  }
}

function tracePath(
  context: CanvasRenderingContext2D,
  set: LineSet,
  index: number,
  { scale, frame }: { scale: number; frame: Frame },
): void {
  for (const [start, end] of partsOf(set, index)) {
    let drawnX = Number.NEGATIVE_INFINITY
    let drawnY = 0
    for (let i = start; i < end; i++) {
      const nextX = (set.x[i] ?? 0) * scale - frame.left
      const nextY = (set.y[i] ?? 0) * scale - frame.top
      const isClose = Math.abs(nextX - drawnX) < MIN_STEP && Math.abs(nextY - drawnY) < MIN_STEP
      if (isClose && i < end - 1) continue
      if (i === start) context.moveTo(nextX, nextY)
      else context.lineTo(nextX, nextY)
      drawnX = nextX
      drawnY = nextY
    }
  }
}
