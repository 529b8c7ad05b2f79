import { MAP_COLOURS, type MapColours } from '@/domain/reference/vector-map/map-style'

/** More physical pixels cost more time than anyone can see. */
const MAX_RATIO = 3
/** The attribute of the page that contains the colour scheme. */
const SCHEME = 'data-mantine-color-scheme'

/** Creates a canvas on which lengths are in CSS pixels. */
export function createMapCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  const ratio = Math.min(devicePixelRatio, MAX_RATIO)
  canvas.width = width * ratio
  canvas.height = height * ratio
  const context = canvas.getContext('2d')
  context?.scale(ratio, ratio)
  return { canvas, context }
}

/** Creates a path of lines, each with x and y by turns. */
export function createPath(lines: Iterable<readonly number[]>): Path2D {
  const path = new Path2D()
  for (const line of lines) {
    path.moveTo(line[0] ?? 0, line[1] ?? 0)
    for (let i = 2; i < line.length; i += 2) path.lineTo(line[i] ?? 0, line[i + 1] ?? 0)
  }
  return path
}

/** The colours of maps in the colour scheme of the page. */
export const getMapColours = (): MapColours =>
  MAP_COLOURS[document.documentElement.getAttribute(SCHEME) === 'dark' ? 'dark' : 'light']

let family: string | undefined

/** The font of labels on canvases, which cannot use CSS variables. */
export function getLabelFont(size: number): string {
  family ??= getComputedStyle(document.documentElement).getPropertyValue('--mp-font')
  return `600 ${size}px ${family}`
}

/** Calls `redraw` when the colour scheme of the page changes. Returns a function that ends this. */
export function onSchemeChange(redraw: () => void): () => void {
  const observer = new MutationObserver(redraw)
  observer.observe(document.documentElement, { attributeFilter: [SCHEME] })
  return () => observer.disconnect()
}
